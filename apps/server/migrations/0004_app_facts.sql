ALTER TABLE "apps" ALTER COLUMN "min_os_version" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "build" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "target_os_version" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "kind" text DEFAULT 'apk' NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "abis" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "permissions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "device_types" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "signer" jsonb;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "main_activity" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "debuggable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "apps_versions" ON "apps" USING btree ("project_id","os","package_name","created_at" DESC NULLS LAST);