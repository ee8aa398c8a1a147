CREATE TABLE "case_reports" (
	"case_run_id" bigint PRIMARY KEY NOT NULL,
	"cases" jsonb NOT NULL,
	"failures" integer NOT NULL,
	"errors" integer NOT NULL,
	"skipped" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_reports" ADD CONSTRAINT "case_reports_case_run_id_case_runs_case_run_id_fk" FOREIGN KEY ("case_run_id") REFERENCES "public"."case_runs"("case_run_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- What was found out of reports while skipped cases counted as passed is found out anew.
DELETE FROM "report_facts";--> statement-breakpoint
-- Cases that a device was given and has not begun do not count as executing any more.
UPDATE "runs" SET "executing_count" = (
	SELECT count(*) FROM "case_runs" c
	WHERE c."test_id" = "runs"."test_id" AND NOT c."superseded" AND c."state" = 'executing' AND c."started_at" IS NOT NULL
) WHERE "executing_count" <> 0;
