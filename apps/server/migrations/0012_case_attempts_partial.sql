DROP INDEX "case_runs_attempts";--> statement-breakpoint
CREATE INDEX "case_runs_attempts" ON "case_runs" USING btree ("origin_id") WHERE "case_runs"."origin_id" is not null;