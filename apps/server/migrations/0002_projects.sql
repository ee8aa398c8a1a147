CREATE TABLE "api_keys" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	CONSTRAINT "api_keys_secret_id" UNIQUE("secret_id")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"audit_id" bigserial PRIMARY KEY NOT NULL,
	"time" bigint NOT NULL,
	"action" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"ip" text NOT NULL,
	"project_id" text NOT NULL,
	"target" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "join_requests" (
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"message" text NOT NULL,
	"state" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "join_requests_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "project_tokens" (
	"project_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"prefix" text NOT NULL,
	"made_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	CONSTRAINT "project_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "projects" DROP CONSTRAINT "projects_name_unique";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "joined_at" bigint;--> statement-breakpoint
UPDATE "members" SET "joined_at" = "projects"."created_at" FROM "projects" WHERE "projects"."project_id" = "members"."project_id";--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "joined_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "icon_blob" jsonb;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "session_id" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ip" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_seen_at" bigint;--> statement-breakpoint
UPDATE "sessions" SET "last_seen_at" = "created_at";--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "last_seen_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_key" text;--> statement-breakpoint
-- Users who share a nickname keep it: of each the first has the key, so that nobody else can take the name.
UPDATE "users" SET "name_key" = "keys"."key" FROM (
	SELECT "user_id", lower("user_name") || CASE WHEN row_number() OVER (PARTITION BY lower("user_name") ORDER BY "created_at", "user_id") = 1 THEN '' ELSE ' ' || "user_id" END AS "key" FROM "users"
) AS "keys" WHERE "keys"."user_id" = "users"."user_id";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "name_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "head_image_blob" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "state" text DEFAULT 'approved' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "expires_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_login_at" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_tokens" ADD CONSTRAINT "project_tokens_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_tokens" ADD CONSTRAINT "project_tokens_made_by_users_user_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","audit_id");--> statement-breakpoint
CREATE INDEX "audit_project" ON "audit" USING btree ("project_id","audit_id");--> statement-breakpoint
CREATE INDEX "join_requests_user" ON "join_requests" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "projects_id" ON "projects" USING btree (lower("project_id"));--> statement-breakpoint
CREATE UNIQUE INDEX "projects_name" ON "projects" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "users_state" ON "users" USING btree ("state","user_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_id" UNIQUE("session_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_name_key" UNIQUE("name_key");