CREATE TABLE "parses" (
	"task_id" text PRIMARY KEY NOT NULL,
	"library_id" text NOT NULL,
	"origin" text NOT NULL,
	"framework" text NOT NULL,
	"branch" text NOT NULL,
	"failure" text,
	"commit_id" text DEFAULT '' NOT NULL,
	"case_count" integer DEFAULT 0 NOT NULL,
	"snapshot" jsonb
);
--> statement-breakpoint
ALTER TABLE "agent_tasks" DROP CONSTRAINT "agent_tasks_library_id_libraries_library_id_fk";
--> statement-breakpoint
ALTER TABLE "library_cases" DROP CONSTRAINT "library_cases_task_id_agent_tasks_task_id_fk";
--> statement-breakpoint
DROP INDEX "agent_tasks_library";--> statement-breakpoint
DROP INDEX "agent_tasks_commit";--> statement-breakpoint
DROP INDEX "agent_tasks_open";--> statement-breakpoint
ALTER TABLE "agent_tasks" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "subject_id" text;--> statement-breakpoint
-- Every task so far was a parsing.
UPDATE "agent_tasks" SET "kind" = 'parse', "subject_id" = "library_id";--> statement-breakpoint
INSERT INTO "parses" ("task_id", "library_id", "origin", "framework", "branch", "failure", "commit_id", "case_count", "snapshot")
SELECT "task_id", "library_id", "origin", "framework", "branch", "failure", "commit_id", "case_count", "snapshot" FROM "agent_tasks";--> statement-breakpoint
ALTER TABLE "agent_tasks" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_tasks" ALTER COLUMN "subject_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "parses" ADD CONSTRAINT "parses_task_id_agent_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."agent_tasks"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parses" ADD CONSTRAINT "parses_library_id_libraries_library_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("library_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parses_commit" ON "parses" USING btree ("library_id","commit_id");--> statement-breakpoint
ALTER TABLE "library_cases" ADD CONSTRAINT "library_cases_task_id_parses_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."parses"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_tasks_subject" ON "agent_tasks" USING btree ("kind","subject_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "agent_tasks_open" ON "agent_tasks" USING btree ("kind","subject_id") WHERE "agent_tasks"."state" in ('queued', 'running');--> statement-breakpoint
ALTER TABLE "agent_tasks" DROP COLUMN "library_id";--> statement-breakpoint
ALTER TABLE "agent_tasks" DROP COLUMN "origin";--> statement-breakpoint
ALTER TABLE "agent_tasks" DROP COLUMN "failure";--> statement-breakpoint
ALTER TABLE "agent_tasks" DROP COLUMN "framework";--> statement-breakpoint
ALTER TABLE "agent_tasks" DROP COLUMN "branch";--> statement-breakpoint
ALTER TABLE "agent_tasks" DROP COLUMN "commit_id";--> statement-breakpoint
ALTER TABLE "agent_tasks" DROP COLUMN "case_count";--> statement-breakpoint
ALTER TABLE "agent_tasks" DROP COLUMN "snapshot";