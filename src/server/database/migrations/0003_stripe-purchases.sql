CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_purchases" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text,
	"paid_at" timestamp with time zone,
	"status" text,
	"status_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "stripe_events_taken_at_idx" ON "stripe_events" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "stripe_purchases_email_idx" ON "stripe_purchases" USING btree ("email");