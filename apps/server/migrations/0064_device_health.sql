CREATE TABLE "device_health" (
	"device_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"checked_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "only_healthy" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "device_health" ADD CONSTRAINT "device_health_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "device_health" ("device_id", "state", "checked_at")
SELECT DISTINCT ON ("device_id") "device_id", "state", "ended_at" FROM "self_checks"
WHERE "state" IN ('passed', 'warning', 'failed') AND "ended_at" IS NOT NULL
ORDER BY "device_id", "ended_at" DESC;
