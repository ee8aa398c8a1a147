CREATE TABLE "device_placements" (
	"device_id" text PRIMARY KEY NOT NULL,
	"site" text NOT NULL,
	"task_access" boolean NOT NULL,
	"remote_access" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_placements" ADD CONSTRAINT "device_placements_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;