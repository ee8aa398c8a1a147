ALTER TABLE "agents" ADD COLUMN "scripts" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "devices_list" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "needs_engine" boolean DEFAULT false NOT NULL;