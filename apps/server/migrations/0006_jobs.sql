CREATE TABLE "account_files" (
	"account_file_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"account_count" integer NOT NULL,
	"content" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_leases" (
	"account_file_id" text NOT NULL,
	"row" integer NOT NULL,
	"test_id" text NOT NULL,
	"device_seq" integer NOT NULL,
	CONSTRAINT "account_leases_account_file_id_row_pk" PRIMARY KEY("account_file_id","row")
);
--> statement-breakpoint
CREATE TABLE "case_details" (
	"case_run_id" bigint PRIMARY KEY NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_runs" (
	"case_run_id" bigserial PRIMARY KEY NOT NULL,
	"test_id" text NOT NULL,
	"case_key" text NOT NULL,
	"name" text NOT NULL,
	"file" text NOT NULL,
	"function" text NOT NULL,
	"position" integer NOT NULL,
	"attempt" integer NOT NULL,
	"superseded" boolean DEFAULT false NOT NULL,
	"requeued" boolean DEFAULT false NOT NULL,
	"device_seq" integer,
	"avoid_seq" integer,
	"device_id" text,
	"state" text NOT NULL,
	"cause" text NOT NULL,
	"expected_ms" integer DEFAULT 0 NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	"error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"job_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"revision" integer NOT NULL,
	"config" jsonb NOT NULL,
	"user_id" text NOT NULL,
	"changed_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"active_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"test_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"job_id" text,
	"job_name" text NOT NULL,
	"origin" text NOT NULL,
	"config" jsonb NOT NULL,
	"framework" text NOT NULL,
	"library_id" text,
	"library_name" text NOT NULL,
	"commit_id" text NOT NULL,
	"app_name" text NOT NULL,
	"app_version" text NOT NULL,
	"priority" integer NOT NULL,
	"verdict" text,
	"created_at" bigint NOT NULL,
	"case_count" integer NOT NULL,
	"success_count" integer DEFAULT 0 NOT NULL,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"cancelled_count" integer DEFAULT 0 NOT NULL,
	"distribution_failed_count" integer DEFAULT 0 NOT NULL,
	"executing_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"schedule_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"job_id" text NOT NULL,
	"name" text NOT NULL,
	"timing" jsonb NOT NULL,
	"state" text NOT NULL,
	"next_at" bigint,
	"last_fired_at" bigint,
	"last_test_id" text,
	"last_error" text DEFAULT '' NOT NULL,
	"last_missed" boolean DEFAULT false NOT NULL,
	"user_id" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"test_id" text NOT NULL,
	"device_seq" integer NOT NULL,
	"project_id" text NOT NULL,
	"state" text NOT NULL,
	"result" text NOT NULL,
	"outcome" text,
	"error" text DEFAULT '' NOT NULL,
	"wanted" jsonb NOT NULL,
	"device_id" text,
	"lost_device_ids" jsonb NOT NULL,
	"priority" integer NOT NULL,
	"queued_at" bigint NOT NULL,
	"dispatched_at" bigint,
	"ended_at" bigint,
	CONSTRAINT "slots_test_id_device_seq_pk" PRIMARY KEY("test_id","device_seq")
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"target" text NOT NULL,
	"recipients" text NOT NULL,
	"webhook_sealed" text NOT NULL,
	"webhook_hint" text NOT NULL,
	"robot_hash" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"mention_all" boolean NOT NULL,
	"mention_users" text NOT NULL,
	"comment" text NOT NULL,
	"threshold" integer,
	"schedule" jsonb,
	"next_at" bigint,
	"told_until" bigint,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"delivery_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"channel_name" text NOT NULL,
	"transport" text NOT NULL,
	"event" text NOT NULL,
	"title" text NOT NULL,
	"facts" jsonb NOT NULL,
	"test_id" text,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"attempts_max" integer NOT NULL,
	"parts_done" integer NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL,
	"user_name" text NOT NULL,
	"created_at" bigint NOT NULL,
	"next_attempt_at" bigint,
	"finished_at" bigint
);
--> statement-breakpoint
CREATE TABLE "notification_robots" (
	"robot_hash" text PRIMARY KEY NOT NULL,
	"sent_at" jsonb NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_trigger_channels" (
	"trigger_id" text NOT NULL,
	"channel_id" text NOT NULL,
	CONSTRAINT "notification_trigger_channels_trigger_id_channel_id_pk" PRIMARY KEY("trigger_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "notification_triggers" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"buss_type" text NOT NULL,
	"event" text NOT NULL,
	"job_id" text,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_files" ADD CONSTRAINT "account_files_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_files" ADD CONSTRAINT "account_files_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_leases" ADD CONSTRAINT "account_leases_account_file_id_account_files_account_file_id_fk" FOREIGN KEY ("account_file_id") REFERENCES "public"."account_files"("account_file_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_leases" ADD CONSTRAINT "account_leases_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_details" ADD CONSTRAINT "case_details_case_run_id_case_runs_case_run_id_fk" FOREIGN KEY ("case_run_id") REFERENCES "public"."case_runs"("case_run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_runs" ADD CONSTRAINT "case_runs_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_changed_by_users_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_job_id_jobs_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_trigger_channels" ADD CONSTRAINT "notification_trigger_channels_trigger_id_notification_triggers_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."notification_triggers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_trigger_channels" ADD CONSTRAINT "notification_trigger_channels_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_triggers" ADD CONSTRAINT "notification_triggers_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_triggers" ADD CONSTRAINT "notification_triggers_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_files_project" ON "account_files" USING btree ("project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "account_leases_test" ON "account_leases" USING btree ("test_id");--> statement-breakpoint
CREATE INDEX "case_runs_order" ON "case_runs" USING btree ("test_id","position","case_run_id");--> statement-breakpoint
CREATE INDEX "case_runs_history" ON "case_runs" USING btree ("case_key","case_run_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "case_runs_waiting" ON "case_runs" USING btree ("test_id","expected_ms" DESC NULLS LAST,"position") WHERE "case_runs"."state" = 'undistributed';--> statement-breakpoint
CREATE INDEX "case_runs_device" ON "case_runs" USING btree ("test_id","device_seq") WHERE "case_runs"."state" = 'executing';--> statement-breakpoint
CREATE UNIQUE INDEX "case_runs_attempt" ON "case_runs" USING btree ("test_id","case_key",coalesce("device_seq", -1),"attempt") WHERE not "case_runs"."superseded";--> statement-breakpoint
CREATE INDEX "jobs_project" ON "jobs" USING btree ("project_id","active_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_job" ON "runs" USING btree ("job_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_project" ON "runs" USING btree ("project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_at") WHERE "schedules"."state" = 'started';--> statement-breakpoint
CREATE INDEX "schedules_project" ON "schedules" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "schedules_job" ON "schedules" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "slots_queue" ON "slots" USING btree ("priority" DESC NULLS LAST,"queued_at") WHERE "slots"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "slots_open" ON "slots" USING btree ("project_id") WHERE "slots"."state" = 'dispatched';--> statement-breakpoint
CREATE UNIQUE INDEX "slots_device" ON "slots" USING btree ("test_id","device_id") WHERE "slots"."state" = 'dispatched';--> statement-breakpoint
CREATE INDEX "notification_channels_project" ON "notification_channels" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_channels_due" ON "notification_channels" USING btree ("next_at") WHERE "notification_channels"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_deliveries_due" ON "notification_deliveries" USING btree ("next_attempt_at") WHERE "notification_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_deliveries_newest" ON "notification_deliveries" USING btree ("project_id","created_at" DESC NULLS LAST,"delivery_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notification_deliveries_channel" ON "notification_deliveries" USING btree ("channel_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notification_deliveries_age" ON "notification_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_trigger_channels_channel" ON "notification_trigger_channels" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "notification_triggers_event" ON "notification_triggers" USING btree ("project_id","event");