CREATE TABLE "agent_tasks" (
	"task_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"library_id" text NOT NULL,
	"state" text NOT NULL,
	"origin" text NOT NULL,
	"user_id" text,
	"agent_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"stage" text NOT NULL,
	"percent" integer,
	"failure" text,
	"message" text DEFAULT '' NOT NULL,
	"framework" text NOT NULL,
	"branch" text NOT NULL,
	"commit_id" text DEFAULT '' NOT NULL,
	"case_count" integer DEFAULT 0 NOT NULL,
	"snapshot" jsonb,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "libraries" (
	"library_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"framework" text NOT NULL,
	"url" text NOT NULL,
	"branch" text NOT NULL,
	"is_builtin" boolean DEFAULT false NOT NULL,
	"token" text,
	"credential_id" text,
	"sync" boolean NOT NULL,
	"sync_at" bigint,
	"sync_failures" integer DEFAULT 0 NOT NULL,
	"hook_secret" text NOT NULL,
	"hook_hash" text NOT NULL,
	"parsed_task_id" text,
	"last_task_id" text,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_cases" (
	"task_id" text NOT NULL,
	"position" integer NOT NULL,
	"case_key" text NOT NULL,
	"name" text NOT NULL,
	"file" text NOT NULL,
	"function" text NOT NULL,
	CONSTRAINT "library_cases_task_id_position_pk" PRIMARY KEY("task_id","position")
);
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD CONSTRAINT "agent_tasks_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD CONSTRAINT "agent_tasks_library_id_libraries_library_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("library_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD CONSTRAINT "agent_tasks_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD CONSTRAINT "agent_tasks_agent_id_agents_agent_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("agent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "libraries" ADD CONSTRAINT "libraries_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "libraries" ADD CONSTRAINT "libraries_credential_id_credentials_credential_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("credential_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "libraries" ADD CONSTRAINT "libraries_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_cases" ADD CONSTRAINT "library_cases_task_id_agent_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."agent_tasks"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_tasks_open" ON "agent_tasks" USING btree ("library_id") WHERE "agent_tasks"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "agent_tasks_queue" ON "agent_tasks" USING btree ("created_at") WHERE "agent_tasks"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "agent_tasks_agent" ON "agent_tasks" USING btree ("agent_id") WHERE "agent_tasks"."state" = 'running';--> statement-breakpoint
CREATE INDEX "agent_tasks_library" ON "agent_tasks" USING btree ("library_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "agent_tasks_commit" ON "agent_tasks" USING btree ("library_id","commit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_name" ON "credentials" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "libraries_name" ON "libraries" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "libraries_hook" ON "libraries" USING btree ("hook_hash");--> statement-breakpoint
CREATE INDEX "libraries_sync" ON "libraries" USING btree ("sync_at") WHERE "libraries"."sync_at" is not null;--> statement-breakpoint
CREATE INDEX "libraries_credential" ON "libraries" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "library_cases_key" ON "library_cases" USING btree ("task_id","case_key");