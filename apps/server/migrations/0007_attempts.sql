DROP INDEX "case_runs_attempt";--> statement-breakpoint
ALTER TABLE "case_runs" ADD COLUMN "origin_id" bigint;--> statement-breakpoint
CREATE INDEX "case_runs_attempts" ON "case_runs" USING btree ("origin_id");