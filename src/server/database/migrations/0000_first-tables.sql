CREATE TABLE "daily_secret" (
	"day" date PRIMARY KEY NOT NULL,
	"secret" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_use" (
	"day" date NOT NULL,
	"what" text NOT NULL,
	"visitor" text NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "daily_use_day_what_visitor_pk" PRIMARY KEY("day","what","visitor")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rating" smallint,
	"message" text NOT NULL,
	"email" text
);
--> statement-breakpoint
CREATE TABLE "narration_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"surface" text NOT NULL,
	"prompt" text NOT NULL,
	"script" text NOT NULL,
	"language" text NOT NULL
);
