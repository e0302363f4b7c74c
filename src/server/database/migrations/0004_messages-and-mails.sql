CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"from_name" text NOT NULL,
	"guest_email" text NOT NULL,
	"message" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "uid" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_to_name" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_to_address" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_uid_user_id_fk" FOREIGN KEY ("uid") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "narration_log_day_idx" ON "narration_log" USING btree ("day");