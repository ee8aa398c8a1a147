ALTER TABLE "agent_tasks" ALTER COLUMN "stage" DROP NOT NULL;--> statement-breakpoint
UPDATE "agent_tasks" SET "stage" = NULL WHERE "stage" = 'waiting';
