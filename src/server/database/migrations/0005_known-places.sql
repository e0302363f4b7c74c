CREATE TABLE "known_places" (
	"key" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_places" ADD CONSTRAINT "known_places_uid_user_id_fk" FOREIGN KEY ("uid") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_places_uid_idx" ON "known_places" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "known_places_ends_at_idx" ON "known_places" USING btree ("ends_at");