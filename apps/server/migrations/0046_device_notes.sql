CREATE TABLE "device_notes" (
	"note_id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_notes" ADD CONSTRAINT "device_notes_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_notes" ADD CONSTRAINT "device_notes_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_notes" ADD CONSTRAINT "device_notes_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_notes_device" ON "device_notes" USING btree ("device_id","project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "device_notes_project" ON "device_notes" USING btree ("project_id");