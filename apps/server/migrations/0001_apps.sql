CREATE TABLE "apps" (
	"app_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"file_name" text NOT NULL,
	"name" text NOT NULL,
	"names" jsonb NOT NULL,
	"package_name" text NOT NULL,
	"version_name" text NOT NULL,
	"version_code" bigint NOT NULL,
	"min_os_version" bigint NOT NULL,
	"os" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"md5" text NOT NULL,
	"blob_key" text NOT NULL,
	"icon" jsonb,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installs" (
	"install_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"test_id" text NOT NULL,
	"device_id" text NOT NULL,
	"lease_token" bigint NOT NULL,
	"app_id" text NOT NULL,
	"app_name" text NOT NULL,
	"package_name" text NOT NULL,
	"automatic" boolean NOT NULL,
	"state" text NOT NULL,
	"percent" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loose_blobs" (
	"blob_key" text PRIMARY KEY NOT NULL,
	"since" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_chunks" (
	"upload_id" text NOT NULL,
	"chunk" integer NOT NULL,
	CONSTRAINT "upload_chunks_upload_id_chunk_pk" PRIMARY KEY("upload_id","chunk")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"upload_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"md5" text NOT NULL,
	"chunk_size" integer NOT NULL,
	"state" text NOT NULL,
	"app_id" text,
	"touched_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installs" ADD CONSTRAINT "installs_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installs" ADD CONSTRAINT "installs_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_chunks" ADD CONSTRAINT "upload_chunks_upload_id_uploads_upload_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("upload_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_app_id_apps_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("app_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "apps_bytes" ON "apps" USING btree ("project_id","md5","size_bytes");--> statement-breakpoint
CREATE INDEX "apps_newest" ON "apps" USING btree ("project_id","created_at" DESC NULLS LAST,"app_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "installs_under_way" ON "installs" USING btree ("test_id","device_id","app_id") WHERE "installs"."state" not in ('download_failed', 'install_failed', 'installed', 'cancelled');--> statement-breakpoint
CREATE UNIQUE INDEX "installs_automatic" ON "installs" USING btree ("test_id","device_id") WHERE "installs"."automatic";--> statement-breakpoint
CREATE INDEX "installs_app" ON "installs" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "installs_newest" ON "installs" USING btree ("test_id","device_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "loose_blobs_age" ON "loose_blobs" USING btree ("since");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_under_way" ON "uploads" USING btree ("project_id","user_id","md5","size_bytes") WHERE "uploads"."state" = 'receiving';--> statement-breakpoint
CREATE INDEX "uploads_age" ON "uploads" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "uploads_app" ON "uploads" USING btree ("app_id");