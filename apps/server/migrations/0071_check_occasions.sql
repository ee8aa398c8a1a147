CREATE TABLE "check_occasions" (
	"device_id" text NOT NULL,
	"occasion" text NOT NULL,
	"happened_at" bigint NOT NULL,
	CONSTRAINT "check_occasions_device_id_occasion_pk" PRIMARY KEY("device_id","occasion")
);
--> statement-breakpoint
ALTER TABLE "self_checks" ADD COLUMN "occasion" text;--> statement-breakpoint
ALTER TABLE "check_occasions" ADD CONSTRAINT "check_occasions_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "self_checks" SET "config" = "config" || '{"check_on":[]}' WHERE "config" IS NOT NULL;--> statement-breakpoint
UPDATE "tags" SET "inspection" = "inspection" || '{"check_on":[]}' WHERE "inspection" IS NOT NULL;