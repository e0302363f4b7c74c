ALTER TABLE "comments" ADD COLUMN "share_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "shows_others" boolean DEFAULT false NOT NULL;