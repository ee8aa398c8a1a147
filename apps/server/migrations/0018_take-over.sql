ALTER TABLE "leases" ADD COLUMN "next_test_id" text;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "taken_over_by" text;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "taken_over_test_id" text;