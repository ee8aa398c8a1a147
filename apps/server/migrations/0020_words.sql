-- What was text becomes a code of the table of words; what was said before is kept as its evidence.
ALTER TABLE "installs" ALTER COLUMN "reason" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "installs" ALTER COLUMN "reason" SET DATA TYPE jsonb USING CASE WHEN "reason" = '' THEN NULL
  ELSE jsonb_build_object('code', 'noted', 'args', '{}'::jsonb, 'evidence', left("reason", 4000)) END;--> statement-breakpoint
ALTER TABLE "devices" ALTER COLUMN "reason" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ALTER COLUMN "reason" SET DATA TYPE jsonb USING CASE WHEN "reason" = '' THEN NULL
  ELSE jsonb_build_object('code', 'noted', 'args', '{}'::jsonb, 'evidence', left("reason", 4000)) END;--> statement-breakpoint
ALTER TABLE "phases" ALTER COLUMN "error" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "phases" ALTER COLUMN "error" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "phases" ALTER COLUMN "error" SET DATA TYPE jsonb USING CASE WHEN "error" = '' THEN NULL
  ELSE jsonb_build_object('code', 'noted', 'args', '{}'::jsonb, 'evidence', left("error", 4000)) END;--> statement-breakpoint
ALTER TABLE "test_devices" ALTER COLUMN "error" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "test_devices" ALTER COLUMN "error" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "test_devices" ALTER COLUMN "error" SET DATA TYPE jsonb USING CASE WHEN "error" = '' THEN NULL
  ELSE jsonb_build_object('code', 'noted', 'args', '{}'::jsonb, 'evidence', left("error", 4000)) END;--> statement-breakpoint
ALTER TABLE "slots" ALTER COLUMN "error" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "slots" ALTER COLUMN "error" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ALTER COLUMN "error" SET DATA TYPE jsonb USING CASE WHEN "error" = '' THEN NULL
  ELSE jsonb_build_object('code', 'noted', 'args', '{}'::jsonb, 'evidence', left("error", 4000)) END;--> statement-breakpoint
ALTER TABLE "agent_tasks" ALTER COLUMN "message" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "agent_tasks" ALTER COLUMN "message" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_tasks" ALTER COLUMN "message" SET DATA TYPE jsonb USING CASE WHEN "message" = '' THEN NULL
  ELSE jsonb_build_object('code', 'noted', 'args', '{}'::jsonb, 'evidence', left("message", 4000)) END;--> statement-breakpoint
ALTER TABLE "schedules" ALTER COLUMN "last_error" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "schedules" ALTER COLUMN "last_error" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ALTER COLUMN "last_error" SET DATA TYPE jsonb USING CASE WHEN "last_error" = '' THEN NULL
  ELSE jsonb_build_object('code', "last_error", 'args', '{}'::jsonb) END;
