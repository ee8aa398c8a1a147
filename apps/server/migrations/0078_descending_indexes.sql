DROP INDEX "account_files_project";--> statement-breakpoint
DROP INDEX "alerts_newest";--> statement-breakpoint
DROP INDEX "apps_newest";--> statement-breakpoint
DROP INDEX "apps_versions";--> statement-breakpoint
DROP INDEX "installs_newest";--> statement-breakpoint
DROP INDEX "leases_device";--> statement-breakpoint
DROP INDEX "tests_project";--> statement-breakpoint
DROP INDEX "tests_user";--> statement-breakpoint
DROP INDEX "handovers_device";--> statement-breakpoint
DROP INDEX "case_runs_waiting";--> statement-breakpoint
DROP INDEX "jobs_project";--> statement-breakpoint
DROP INDEX "runs_job";--> statement-breakpoint
DROP INDEX "runs_project";--> statement-breakpoint
DROP INDEX "device_notes_device";--> statement-breakpoint
DROP INDEX "notification_deliveries_newest";--> statement-breakpoint
DROP INDEX "notification_deliveries_channel";--> statement-breakpoint
DROP INDEX "report_shares_test";--> statement-breakpoint
DROP INDEX "slots_queue";--> statement-breakpoint
DROP INDEX "self_checks_device";--> statement-breakpoint
DROP INDEX "self_checks_tag";--> statement-breakpoint
DROP INDEX "agent_tasks_subject";--> statement-breakpoint
DROP INDEX "work_orders_device";--> statement-breakpoint
DROP INDEX "work_orders_assignee";--> statement-breakpoint
CREATE INDEX "account_files_project" ON "account_files" USING btree ("project_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "alerts_newest" ON "alerts" USING btree ("since" DESC NULLS FIRST,"alert_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "apps_newest" ON "apps" USING btree ("project_id","created_at" DESC NULLS FIRST,"app_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "apps_versions" ON "apps" USING btree ("project_id","os","package_name","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "installs_newest" ON "installs" USING btree ("test_id","device_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "leases_device" ON "leases" USING btree ("device_id","lease_token" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tests_project" ON "tests" USING btree ("project_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tests_user" ON "tests" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "handovers_device" ON "handovers" USING btree ("device_id","told_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "case_runs_waiting" ON "case_runs" USING btree ("test_id","expected_ms" DESC NULLS FIRST,"position") WHERE "case_runs"."state" = 'undistributed';--> statement-breakpoint
CREATE INDEX "jobs_project" ON "jobs" USING btree ("project_id","active_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "runs_job" ON "runs" USING btree ("job_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "runs_project" ON "runs" USING btree ("project_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "device_notes_device" ON "device_notes" USING btree ("device_id","project_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notification_deliveries_newest" ON "notification_deliveries" USING btree ("project_id","created_at" DESC NULLS FIRST,"delivery_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notification_deliveries_channel" ON "notification_deliveries" USING btree ("channel_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "report_shares_test" ON "report_shares" USING btree ("test_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "slots_queue" ON "slots" USING btree ("priority" DESC NULLS FIRST,"queued_at") WHERE "slots"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "self_checks_device" ON "self_checks" USING btree ("device_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "self_checks_tag" ON "self_checks" USING btree ("tag_id","device_id","ended_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_tasks_subject" ON "agent_tasks" USING btree ("kind","subject_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "work_orders_device" ON "work_orders" USING btree ("device_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "work_orders_assignee" ON "work_orders" USING btree ("assignee_id","number" DESC NULLS FIRST);