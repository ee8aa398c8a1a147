CREATE TABLE "case_numbers" (
	"project_id" text NOT NULL,
	"job_id" text NOT NULL,
	"case_key" text NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "case_numbers_project_id_job_id_case_key_pk" PRIMARY KEY("project_id","job_id","case_key")
);
--> statement-breakpoint
CREATE TABLE "run_outcomes" (
	"test_id" text NOT NULL,
	"os" text NOT NULL,
	"brand" text NOT NULL,
	"project_id" text NOT NULL,
	"job_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"framework" text NOT NULL,
	"app_version" text NOT NULL,
	"outcomes" "bytea" NOT NULL,
	CONSTRAINT "run_outcomes_test_id_os_brand_pk" PRIMARY KEY("test_id","os","brand")
);
--> statement-breakpoint
ALTER TABLE "case_numbers" ADD CONSTRAINT "case_numbers_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_outcomes" ADD CONSTRAINT "run_outcomes_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_outcomes" ADD CONSTRAINT "run_outcomes_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_outcomes_project" ON "run_outcomes" USING btree ("project_id","created_at");--> statement-breakpoint
DELETE FROM "run_figures";--> statement-breakpoint
DELETE FROM "case_failures";--> statement-breakpoint
DELETE FROM "flaky_cases";--> statement-breakpoint
UPDATE "runs" SET "is_rolled_up" = false WHERE "verdict" IS NOT NULL;
