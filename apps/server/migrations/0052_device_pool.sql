CREATE INDEX "leases_device" ON "leases" USING btree ("device_id","lease_token" DESC NULLS LAST);--> statement-breakpoint
UPDATE "slots" SET "result" = 'failed' FROM "self_checks" WHERE "slots"."test_id" = "self_checks"."selfcheck_id" AND "self_checks"."state" = 'failed';
