ALTER TABLE "projects" ADD COLUMN "epoch" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ALTER COLUMN "document" SET DATA TYPE bytea USING convert_to("document"::text, 'UTF8');--> statement-breakpoint
ALTER TABLE "project_versions" ALTER COLUMN "document" SET DATA TYPE bytea USING convert_to("document"::text, 'UTF8');
