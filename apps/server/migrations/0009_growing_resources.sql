CREATE TABLE "resource_pieces" (
	"resource_id" text NOT NULL,
	"piece" integer NOT NULL,
	"size_bytes" integer NOT NULL,
	"blob_key" text NOT NULL,
	"duration_ms" bigint,
	"is_start" boolean NOT NULL,
	CONSTRAINT "resource_pieces_resource_id_piece_pk" PRIMARY KEY("resource_id","piece")
);
--> statement-breakpoint
CREATE TABLE "resource_usage" (
	"test_id" text PRIMARY KEY NOT NULL,
	"size_bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "state" text DEFAULT 'complete' NOT NULL;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "lease_token" bigint;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "started_at" bigint;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "duration_ms" bigint;--> statement-breakpoint
ALTER TABLE "resources" ADD COLUMN "case_run_id" bigint;--> statement-breakpoint
ALTER TABLE "resource_pieces" ADD CONSTRAINT "resource_pieces_resource_id_resources_resource_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("resource_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_usage" ADD CONSTRAINT "resource_usage_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resources_unpacked" ON "resources" USING btree ("lease_token") WHERE "resources"."blob_key" = '';