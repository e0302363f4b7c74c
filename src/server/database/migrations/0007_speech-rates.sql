CREATE TABLE "speech_rates" (
	"voice" text NOT NULL,
	"language" text NOT NULL,
	"engine" text NOT NULL,
	"lines" integer NOT NULL,
	"sums" double precision[] NOT NULL,
	"heard_on" date NOT NULL,
	CONSTRAINT "speech_rates_voice_language_engine_pk" PRIMARY KEY("voice","language","engine")
);
