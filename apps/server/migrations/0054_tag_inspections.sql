ALTER TABLE "self_checks" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "self_checks" ADD COLUMN "tag_id" text;--> statement-breakpoint
ALTER TABLE "self_checks" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "self_checks" ADD COLUMN "tag_name" text;--> statement-breakpoint
ALTER TABLE "self_checks" ADD COLUMN "config" jsonb;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "inspection" jsonb;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "position" integer;--> statement-breakpoint
UPDATE "tags" SET "position" = placed."position" FROM (SELECT "tag_id", row_number() OVER (PARTITION BY "project_id" ORDER BY "name_key") AS "position" FROM "tags") placed WHERE "tags"."tag_id" = placed."tag_id";--> statement-breakpoint
ALTER TABLE "tags" ALTER COLUMN "position" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "self_checks" ADD CONSTRAINT "self_checks_tag_id_tags_tag_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("tag_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_checks" ADD CONSTRAINT "self_checks_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "self_checks_tag" ON "self_checks" USING btree ("tag_id","device_id","ended_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "self_checks_project" ON "self_checks" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "self_checks_open" ON "self_checks" USING btree ("device_id") WHERE "self_checks"."state" in ('waiting', 'running');