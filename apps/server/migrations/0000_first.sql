CREATE TABLE "agent_projects" (
	"agent_id" text NOT NULL,
	"project_id" text NOT NULL,
	CONSTRAINT "agent_projects_agent_id_project_id_pk" PRIMARY KEY("agent_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"instance_id" text DEFAULT '' NOT NULL,
	"hostname" text DEFAULT '' NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"system" text DEFAULT '' NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"created_at" bigint NOT NULL,
	"last_heartbeat_at" bigint,
	"offline_at" bigint,
	"revoked_at" bigint,
	CONSTRAINT "agents_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"device_id" text PRIMARY KEY NOT NULL,
	"serial" text NOT NULL,
	"agent_id" text NOT NULL,
	"boot_id" text NOT NULL,
	"os" text NOT NULL,
	"os_version" text NOT NULL,
	"brand" text NOT NULL,
	"model" text NOT NULL,
	"hardware_model" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"cpu_name" text NOT NULL,
	"cpu_arch" text NOT NULL,
	"cpu_cores" integer NOT NULL,
	"gpu" text NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"battery_level" integer,
	"battery_charging" boolean NOT NULL,
	"is_virtual" boolean NOT NULL,
	"capabilities" jsonb NOT NULL,
	"readiness" text NOT NULL,
	"reason" text NOT NULL,
	"attached" boolean NOT NULL,
	"last_seen_at" bigint NOT NULL,
	CONSTRAINT "devices_serial_unique" UNIQUE("serial")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"event_id" bigserial PRIMARY KEY NOT NULL,
	"project_id" text,
	"payload" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"lease_token" bigserial PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"test_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"released_at" bigint
);
--> statement-breakpoint
CREATE TABLE "members" (
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"user_type" integer NOT NULL,
	CONSTRAINT "members_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "phases" (
	"phase_id" bigserial PRIMARY KEY NOT NULL,
	"test_id" text NOT NULL,
	"device_id" text NOT NULL,
	"name" text NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint,
	"error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"project_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"target_usage" text DEFAULT 'normal' NOT NULL,
	"visibility" integer DEFAULT 1 NOT NULL,
	"member_privileges" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "projects_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "resources" (
	"resource_id" text PRIMARY KEY NOT NULL,
	"test_id" text NOT NULL,
	"device_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"blob_key" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_devices" (
	"test_id" text NOT NULL,
	"device_id" text NOT NULL,
	"serial" text NOT NULL,
	"brand" text NOT NULL,
	"model" text NOT NULL,
	"os" text NOT NULL,
	"os_version" text NOT NULL,
	"state" text NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	CONSTRAINT "test_devices_test_id_device_id_pk" PRIMARY KEY("test_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "tests" (
	"test_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"end_reason" text,
	"duration_minutes" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	"deadline" bigint NOT NULL,
	"inactive_deadline" bigint,
	"app_id" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_name" text NOT NULL,
	"head_image" text DEFAULT '' NOT NULL,
	"auth_type" integer NOT NULL,
	"udt_admin" boolean DEFAULT false NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_projects" ADD CONSTRAINT "agent_projects_agent_id_agents_agent_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("agent_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_projects" ADD CONSTRAINT "agent_projects_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_agent_id_agents_agent_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("agent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phases" ADD CONSTRAINT "phases_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_devices" ADD CONSTRAINT "test_devices_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_devices" ADD CONSTRAINT "test_devices_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tests" ADD CONSTRAINT "tests_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tests" ADD CONSTRAINT "tests_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_agent" ON "devices" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "devices_order" ON "devices" USING btree ("model","serial");--> statement-breakpoint
CREATE INDEX "events_age" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "leases_exclusive" ON "leases" USING btree ("device_id") WHERE "leases"."released_at" is null;--> statement-breakpoint
CREATE INDEX "leases_test" ON "leases" USING btree ("test_id");--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phases_test" ON "phases" USING btree ("test_id","device_id");--> statement-breakpoint
CREATE INDEX "resources_test" ON "resources" USING btree ("test_id","device_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "test_devices_device" ON "test_devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "tests_project" ON "tests" USING btree ("project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tests_open" ON "tests" USING btree ("deadline") WHERE "tests"."state" <> 'ended';--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));