CREATE TABLE "ios_certificates" (
	"cert_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"title" text NOT NULL,
	"registered_name" text NOT NULL,
	"organization_number" text NOT NULL,
	"team_name" text NOT NULL,
	"kind" text NOT NULL,
	"bundle_pattern" text NOT NULL,
	"starts_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"device_udids" jsonb NOT NULL,
	"certificate_sha1" text NOT NULL,
	"certificate_starts_at" bigint NOT NULL,
	"certificate_expires_at" bigint NOT NULL,
	"profile_name" text NOT NULL,
	"profile_uuid" text NOT NULL,
	"profile_starts_at" bigint NOT NULL,
	"profile_expires_at" bigint NOT NULL,
	"p12_sealed" text NOT NULL,
	"profile_sealed" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ios_certificates" ADD CONSTRAINT "ios_certificates_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ios_certificates" ADD CONSTRAINT "ios_certificates_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ios_certificates_title" ON "ios_certificates" USING btree ("project_id",lower("title"));--> statement-breakpoint
CREATE INDEX "ios_certificates_expiry" ON "ios_certificates" USING btree ("project_id","expires_at");