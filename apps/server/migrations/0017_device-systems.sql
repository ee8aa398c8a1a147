ALTER TABLE "account_files" ADD COLUMN "updated_at" bigint;--> statement-breakpoint
UPDATE "account_files" SET "updated_at" = "created_at";--> statement-breakpoint
ALTER TABLE "account_files" ALTER COLUMN "updated_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "os" text DEFAULT 'android' NOT NULL;--> statement-breakpoint
UPDATE "jobs" SET "config" = "config" || '{"os": "android", "resign": false}';--> statement-breakpoint
UPDATE "runs" SET "config" = "config" || '{"os": "android", "resign": false}';
