CREATE TABLE "report_facts" (
	"test_id" text PRIMARY KEY NOT NULL,
	"comparison" jsonb,
	"devices" jsonb
);
--> statement-breakpoint
ALTER TABLE "report_facts" ADD CONSTRAINT "report_facts_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;