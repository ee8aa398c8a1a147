CREATE TABLE "report_shares" (
	"share_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"project_id" text NOT NULL,
	"test_id" text NOT NULL,
	"user_id" text NOT NULL,
	"language" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "report_shares_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_shares_test" ON "report_shares" USING btree ("test_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "case_runs_key" ON "case_runs" USING btree ("test_id","case_key");--> statement-breakpoint
CREATE INDEX "case_runs_failed" ON "case_runs" USING btree ("test_id","case_key") WHERE "case_runs"."state" = 'failed';