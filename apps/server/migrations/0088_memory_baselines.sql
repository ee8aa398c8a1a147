CREATE TABLE "memory_baselines" (
	"baseline_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"app_name" text NOT NULL,
	"branch" text NOT NULL,
	"sample_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "memory_baselines" ADD CONSTRAINT "memory_baselines_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_baselines" ADD CONSTRAINT "memory_baselines_sample_id_memory_samples_sample_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."memory_samples"("sample_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_baselines" ADD CONSTRAINT "memory_baselines_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "memory_baselines_branch" ON "memory_baselines" USING btree ("project_id","app_name","branch");--> statement-breakpoint
CREATE INDEX "memory_baselines_sample" ON "memory_baselines" USING btree ("sample_id");