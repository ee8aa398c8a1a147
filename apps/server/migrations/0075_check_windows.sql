UPDATE "self_checks" SET "config" = "config" || '{"check_window":null}' WHERE "config" IS NOT NULL;--> statement-breakpoint
UPDATE "tags" SET "inspection" = "inspection" || '{"check_window":null}' WHERE "inspection" IS NOT NULL;
