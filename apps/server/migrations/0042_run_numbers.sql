CREATE TABLE "run_numbers" (
	"project_id" text PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "run_number" integer;--> statement-breakpoint
UPDATE "runs" SET "run_number" = "numbered"."run_number" FROM (
	SELECT "test_id", row_number() OVER (PARTITION BY "project_id" ORDER BY "created_at", "test_id") AS "run_number" FROM "runs"
) AS "numbered" WHERE "numbered"."test_id" = "runs"."test_id";--> statement-breakpoint
ALTER TABLE "runs" ALTER COLUMN "run_number" SET NOT NULL;--> statement-breakpoint
INSERT INTO "run_numbers" SELECT "project_id", max("run_number") FROM "runs" GROUP BY "project_id";--> statement-breakpoint
ALTER TABLE "run_numbers" ADD CONSTRAINT "run_numbers_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_number" ON "runs" USING btree ("project_id","run_number");