CREATE TABLE "resigns" (
	"task_id" text PRIMARY KEY NOT NULL,
	"cert_id" text NOT NULL,
	"app_id" text NOT NULL,
	"app_name" text NOT NULL,
	"version_name" text NOT NULL,
	"failure" text,
	"certificate_pem" text,
	"signed_app_id" text
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "signing_tool" jsonb;--> statement-breakpoint
ALTER TABLE "resigns" ADD CONSTRAINT "resigns_task_id_agent_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."agent_tasks"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resigns" ADD CONSTRAINT "resigns_cert_id_ios_certificates_cert_id_fk" FOREIGN KEY ("cert_id") REFERENCES "public"."ios_certificates"("cert_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resigns_certificate" ON "resigns" USING btree ("cert_id");