ALTER TABLE "self_checks" DROP CONSTRAINT "self_checks_selfcheck_id_tests_test_id_fk";
--> statement-breakpoint
ALTER TABLE "test_devices" ADD COLUMN "checking" jsonb;--> statement-breakpoint
ALTER TABLE "self_checks" ADD COLUMN "test_id" text;--> statement-breakpoint
UPDATE "self_checks" SET "test_id" = "selfcheck_id", "config" = "config" || '{"before_sessions":"off"}';--> statement-breakpoint
UPDATE "tags" SET "inspection" = "inspection" || '{"before_sessions":"off"}' WHERE "inspection" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "self_checks" ALTER COLUMN "test_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "self_checks" ADD COLUMN "before" text;--> statement-breakpoint
ALTER TABLE "self_checks" ADD CONSTRAINT "self_checks_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "self_checks_before" ON "self_checks" USING btree ("test_id","device_id") WHERE "self_checks"."before" is not null;--> statement-breakpoint
CREATE INDEX "self_checks_test" ON "self_checks" USING btree ("test_id");