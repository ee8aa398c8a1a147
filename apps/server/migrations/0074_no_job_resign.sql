-- Tasks kept a choice that no run read.
UPDATE "jobs" SET "config" = "config" - 'resign';
--> statement-breakpoint
UPDATE "runs" SET "config" = "config" - 'resign';
