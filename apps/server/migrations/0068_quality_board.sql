CREATE TABLE "case_failures" (
	"case_run_id" bigint PRIMARY KEY NOT NULL,
	"test_id" text NOT NULL,
	"project_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"os" text NOT NULL,
	"brand" text NOT NULL,
	"framework" text NOT NULL,
	"app_version" text NOT NULL,
	"job_id" text,
	"case_key" text NOT NULL,
	"is_new" boolean NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flaky_cases" (
	"project_id" text NOT NULL,
	"job_id" text NOT NULL,
	"commit_id" text NOT NULL,
	"app_name" text NOT NULL,
	"app_version" text NOT NULL,
	"device_id" text NOT NULL,
	"case_key" text NOT NULL,
	"framework" text NOT NULL,
	"oses" text[] NOT NULL,
	"brands" text[] NOT NULL,
	"failed_count" integer NOT NULL,
	"success_count" integer NOT NULL,
	"since" bigint NOT NULL,
	"case_run_id" bigint NOT NULL,
	CONSTRAINT "flaky_cases_project_id_job_id_commit_id_app_name_app_version_device_id_case_key_pk" PRIMARY KEY("project_id","job_id","commit_id","app_name","app_version","device_id","case_key")
);
--> statement-breakpoint
CREATE TABLE "run_figures" (
	"test_id" text NOT NULL,
	"os" text NOT NULL,
	"brand" text NOT NULL,
	"project_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"framework" text NOT NULL,
	"app_version" text NOT NULL,
	"is_whole" boolean NOT NULL,
	"success_count" integer NOT NULL,
	"skipped_count" integer NOT NULL,
	"failed_count" integer NOT NULL,
	"device_fault_count" integer NOT NULL,
	"case_count" integer NOT NULL,
	"new_failure_count" integer NOT NULL,
	CONSTRAINT "run_figures_test_id_os_brand_pk" PRIMARY KEY("test_id","os","brand")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "is_rolled_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "case_failures" ADD CONSTRAINT "case_failures_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_failures" ADD CONSTRAINT "case_failures_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flaky_cases" ADD CONSTRAINT "flaky_cases_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_figures" ADD CONSTRAINT "run_figures_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_figures" ADD CONSTRAINT "run_figures_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_failures_project" ON "case_failures" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "case_failures_signature" ON "case_failures" USING btree ("project_id","signature","created_at");--> statement-breakpoint
CREATE INDEX "case_failures_test" ON "case_failures" USING btree ("test_id");--> statement-breakpoint
CREATE INDEX "flaky_cases_project" ON "flaky_cases" USING btree ("project_id","since");--> statement-breakpoint
CREATE INDEX "run_figures_project" ON "run_figures" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_to_roll_up" ON "runs" USING btree ("created_at") WHERE "runs"."verdict" is not null and not "runs"."is_rolled_up";