DROP INDEX "libraries_name";--> statement-breakpoint
ALTER TABLE "libraries" ADD COLUMN "deleted_at" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "libraries_name" ON "libraries" USING btree ("project_id",lower("name")) WHERE "libraries"."deleted_at" is null;