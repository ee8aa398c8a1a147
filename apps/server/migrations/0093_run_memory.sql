ALTER TABLE "run_devices" ADD COLUMN "memory_fault" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "verdict_reason" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "verdict_note" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "memory_until" bigint;--> statement-breakpoint
ALTER TABLE "memory_samples" ADD COLUMN "over_budget" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_awaiting_memory" ON "runs" USING btree ("memory_until") WHERE "runs"."memory_until" is not null;