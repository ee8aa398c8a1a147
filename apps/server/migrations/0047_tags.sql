CREATE TABLE "tags" (
	"tag_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"rules" jsonb NOT NULL,
	"included_device_ids" jsonb NOT NULL,
	"excluded_device_ids" jsonb NOT NULL,
	"is_default" boolean NOT NULL,
	"version" integer NOT NULL,
	"changed_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_changed_by_users_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("project_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_default" ON "tags" USING btree ("project_id") WHERE "tags"."is_default";