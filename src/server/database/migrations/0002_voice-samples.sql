CREATE TABLE "voice_samples" (
	"key" text PRIMARY KEY NOT NULL,
	"sound" "bytea",
	"sound_hash" text,
	"size_bytes" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"maker" uuid,
	"lease_ends_at" timestamp with time zone,
	"wanted_until" timestamp with time zone
);
