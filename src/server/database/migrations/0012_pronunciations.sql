CREATE TABLE "pronunciations" (
	"uid" text NOT NULL,
	"language" text NOT NULL,
	"term" text NOT NULL,
	"say" text NOT NULL,
	CONSTRAINT "pronunciations_uid_language_term_pk" PRIMARY KEY("uid","language","term")
);
--> statement-breakpoint
ALTER TABLE "pronunciations" ADD CONSTRAINT "pronunciations_uid_user_id_fk" FOREIGN KEY ("uid") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;