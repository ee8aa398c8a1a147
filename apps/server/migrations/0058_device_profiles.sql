CREATE TABLE "device_profiles" (
	"device_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"lease_token" bigint NOT NULL,
	"results" jsonb NOT NULL,
	"told_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "profile" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "device_profiles" ADD CONSTRAINT "device_profiles_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_profiles" ADD CONSTRAINT "device_profiles_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_profiles_project" ON "device_profiles" USING btree ("project_id");