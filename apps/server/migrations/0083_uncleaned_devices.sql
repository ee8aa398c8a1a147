CREATE TABLE "uncleaned_devices" (
	"device_id" text PRIMARY KEY NOT NULL,
	"instance_id" text NOT NULL,
	"lease_token" bigint NOT NULL,
	"project_id" text
);
--> statement-breakpoint
ALTER TABLE "uncleaned_devices" ADD CONSTRAINT "uncleaned_devices_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uncleaned_devices" ADD CONSTRAINT "uncleaned_devices_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE set null ON UPDATE no action;