CREATE TABLE "memory_recordings" (
	"recording_id" text PRIMARY KEY NOT NULL,
	"trace_id" text NOT NULL,
	"test_id" text,
	"device_id" text NOT NULL,
	"serial" text NOT NULL,
	"brand" text NOT NULL,
	"model" text NOT NULL,
	"lease_token" bigint NOT NULL,
	"process" text NOT NULL,
	"every_seconds" integer,
	"with_heap" boolean NOT NULL,
	"phase" text NOT NULL,
	"next_number" integer NOT NULL,
	"user_id" text NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint,
	"ended_reason" jsonb
);
--> statement-breakpoint
ALTER TABLE "memory_files" ALTER COLUMN "upload_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "memory_samples" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "memory_samples" ADD COLUMN "recording_id" text;--> statement-breakpoint
ALTER TABLE "memory_recordings" ADD CONSTRAINT "memory_recordings_trace_id_memory_traces_trace_id_fk" FOREIGN KEY ("trace_id") REFERENCES "public"."memory_traces"("trace_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_recordings" ADD CONSTRAINT "memory_recordings_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_recordings" ADD CONSTRAINT "memory_recordings_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "memory_recordings_exclusive" ON "memory_recordings" USING btree ("test_id","device_id") WHERE "memory_recordings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "memory_recordings_trace" ON "memory_recordings" USING btree ("trace_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "memory_recordings_test" ON "memory_recordings" USING btree ("test_id","device_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "memory_samples" ADD CONSTRAINT "memory_samples_recording_id_memory_recordings_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."memory_recordings"("recording_id") ON DELETE set null ON UPDATE no action;