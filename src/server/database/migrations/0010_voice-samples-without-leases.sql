DELETE FROM "voice_samples" WHERE "sound" IS NULL;--> statement-breakpoint
ALTER TABLE "voice_samples" ALTER COLUMN "sound" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_samples" ALTER COLUMN "sound_hash" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_samples" DROP COLUMN "maker";--> statement-breakpoint
ALTER TABLE "voice_samples" DROP COLUMN "lease_ends_at";--> statement-breakpoint
ALTER TABLE "voice_samples" DROP COLUMN "wanted_until";