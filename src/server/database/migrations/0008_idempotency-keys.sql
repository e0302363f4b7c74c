CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"maker" uuid NOT NULL,
	"is_done" boolean NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_ends_at_idx" ON "idempotency_keys" USING btree ("ends_at");