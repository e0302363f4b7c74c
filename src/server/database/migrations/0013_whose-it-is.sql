DROP TABLE "api_jobs";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "epoch" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ALTER COLUMN "document" SET DATA TYPE bytea USING convert_to("document"::text, 'UTF8');--> statement-breakpoint
ALTER TABLE "project_versions" ALTER COLUMN "document" SET DATA TYPE bytea USING convert_to("document"::text, 'UTF8');--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "share_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "shows_others" boolean DEFAULT false NOT NULL;
