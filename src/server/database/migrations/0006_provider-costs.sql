CREATE TABLE "provider_costs" (
	"uid" text NOT NULL,
	"month" date NOT NULL,
	"step" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"calls" integer NOT NULL,
	"unpriced_calls" integer NOT NULL,
	"text_tokens_in" bigint NOT NULL,
	"text_tokens_out" bigint NOT NULL,
	"sound_tokens_in" bigint NOT NULL,
	"sound_tokens_out" bigint NOT NULL,
	"characters" bigint NOT NULL,
	"sound_milliseconds" bigint NOT NULL,
	"nanodollars" bigint NOT NULL,
	"latest_work" uuid NOT NULL,
	"latest_at" timestamp with time zone NOT NULL,
	"latest_nanodollars" bigint NOT NULL,
	"latest_calls" integer NOT NULL,
	"latest_unpriced_calls" integer NOT NULL,
	CONSTRAINT "provider_costs_uid_month_step_provider_model_pk" PRIMARY KEY("uid","month","step","provider","model")
);
--> statement-breakpoint
ALTER TABLE "provider_costs" ADD CONSTRAINT "provider_costs_uid_user_id_fk" FOREIGN KEY ("uid") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;