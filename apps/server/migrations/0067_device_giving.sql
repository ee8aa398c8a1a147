CREATE TABLE "device_projects" (
	"device_id" text NOT NULL,
	"project_id" text NOT NULL,
	CONSTRAINT "device_projects_device_id_project_id_pk" PRIMARY KEY("device_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "given_to" text DEFAULT 'agent' NOT NULL;--> statement-breakpoint
ALTER TABLE "device_projects" ADD CONSTRAINT "device_projects_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_projects" ADD CONSTRAINT "device_projects_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_projects_project" ON "device_projects" USING btree ("project_id");