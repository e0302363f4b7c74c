CREATE TABLE "api_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" text NOT NULL,
	"token_id" uuid,
	"kind" text NOT NULL,
	"asked" jsonb NOT NULL,
	"status" text NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"result" jsonb,
	"webhook_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	"calls" integer DEFAULT 0 NOT NULL,
	"nanodollars" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "api_tokens_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" text NOT NULL,
	"project_id" text NOT NULL,
	"narration_id" text NOT NULL,
	"line_id" text,
	"author" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "project_versions" (
	"uid" text NOT NULL,
	"project_id" text NOT NULL,
	"revision" integer NOT NULL,
	"document" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_versions_uid_project_id_revision_pk" PRIMARY KEY("uid","project_id","revision")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"uid" text NOT NULL,
	"id" text NOT NULL,
	"document" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"title" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"fingerprint" text,
	"duration_ms" integer,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"searched" text DEFAULT '' NOT NULL,
	"thumbnail" "bytea",
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "projects_uid_id_pk" PRIMARY KEY("uid","id")
);
--> statement-breakpoint
CREATE TABLE "share_pictures" (
	"share_id" uuid NOT NULL,
	"line_id" text NOT NULL,
	"picture" "bytea" NOT NULL,
	CONSTRAINT "share_pictures_share_id_line_id_pk" PRIMARY KEY("share_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"uid" text NOT NULL,
	"project_id" text NOT NULL,
	"narration_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shares_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "api_jobs" ADD CONSTRAINT "api_jobs_uid_user_id_fk" FOREIGN KEY ("uid") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_jobs" ADD CONSTRAINT "api_jobs_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_uid_user_id_fk" FOREIGN KEY ("uid") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_project_fk" FOREIGN KEY ("uid","project_id") REFERENCES "public"."projects"("uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_versions" ADD CONSTRAINT "project_versions_project_fk" FOREIGN KEY ("uid","project_id") REFERENCES "public"."projects"("uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_uid_user_id_fk" FOREIGN KEY ("uid") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_pictures" ADD CONSTRAINT "share_pictures_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_project_fk" FOREIGN KEY ("uid","project_id") REFERENCES "public"."projects"("uid","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_jobs_uid_idx" ON "api_jobs" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "api_jobs_ended_at_idx" ON "api_jobs" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "api_tokens_uid_idx" ON "api_tokens" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "comments_project_idx" ON "comments" USING btree ("uid","project_id");--> statement-breakpoint
CREATE INDEX "projects_uid_updated_at_idx" ON "projects" USING btree ("uid","updated_at");--> statement-breakpoint
CREATE INDEX "projects_deleted_at_idx" ON "projects" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "shares_project_idx" ON "shares" USING btree ("uid","project_id");--> statement-breakpoint
CREATE INDEX "shares_ends_at_idx" ON "shares" USING btree ("ends_at");