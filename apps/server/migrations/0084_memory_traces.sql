CREATE TABLE "memory_files" (
	"sample_id" text NOT NULL,
	"file_no" integer NOT NULL,
	"upload_id" text NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"format" text,
	"lines" integer,
	"blob_key" text,
	CONSTRAINT "memory_files_sample_id_file_no_pk" PRIMARY KEY("sample_id","file_no")
);
--> statement-breakpoint
CREATE TABLE "memory_samples" (
	"sample_id" text PRIMARY KEY NOT NULL,
	"trace_id" text NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"taken_at" bigint,
	"state" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"read_bytes" bigint NOT NULL,
	"begun" integer NOT NULL,
	"fault" jsonb,
	"facts" jsonb,
	"sample_blob" text,
	"report_blob" text,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"touched_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_traces" (
	"trace_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"app_name" text NOT NULL,
	"app_version" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "uploads_under_way";--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "purpose" text DEFAULT 'app' NOT NULL;--> statement-breakpoint
ALTER TABLE "memory_files" ADD CONSTRAINT "memory_files_sample_id_memory_samples_sample_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."memory_samples"("sample_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_samples" ADD CONSTRAINT "memory_samples_trace_id_memory_traces_trace_id_fk" FOREIGN KEY ("trace_id") REFERENCES "public"."memory_traces"("trace_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_samples" ADD CONSTRAINT "memory_samples_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_traces" ADD CONSTRAINT "memory_traces_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_traces" ADD CONSTRAINT "memory_traces_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "memory_samples_number" ON "memory_samples" USING btree ("trace_id","number");--> statement-breakpoint
CREATE INDEX "memory_samples_state" ON "memory_samples" USING btree ("state","touched_at");--> statement-breakpoint
CREATE INDEX "memory_traces_project" ON "memory_traces" USING btree ("project_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_under_way" ON "uploads" USING btree ("project_id","user_id","md5","size_bytes","purpose") WHERE "uploads"."state" = 'receiving';