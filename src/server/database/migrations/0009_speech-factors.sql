ALTER TABLE "speech_rates" ADD COLUMN "factors" double precision[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "speech_rates" DROP COLUMN "lines";--> statement-breakpoint
ALTER TABLE "speech_rates" DROP COLUMN "sums";