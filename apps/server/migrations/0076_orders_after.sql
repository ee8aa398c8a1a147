UPDATE "self_checks" SET "config" = "config" || '{"order_after":"second_failure"}' WHERE "config" IS NOT NULL;--> statement-breakpoint
UPDATE "tags" SET "inspection" = "inspection" || '{"order_after":"second_failure"}' WHERE "inspection" IS NOT NULL;
