ALTER TABLE "device_profiles" DROP CONSTRAINT "device_profiles_project_id_projects_project_id_fk";
--> statement-breakpoint
ALTER TABLE "device_profiles" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "device_profiles" ADD CONSTRAINT "device_profiles_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE set null ON UPDATE no action;