CREATE TABLE "work_order_files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"entry_id" bigint,
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"blob_key" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "work_order_entries" ADD COLUMN "is_assignment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "work_order_entries" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "work_order_files" ADD CONSTRAINT "work_order_files_number_work_orders_number_fk" FOREIGN KEY ("number") REFERENCES "public"."work_orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_files" ADD CONSTRAINT "work_order_files_entry_id_work_order_entries_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."work_order_entries"("entry_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_files" ADD CONSTRAINT "work_order_files_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_files" ADD CONSTRAINT "work_order_files_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_order_files_of" ON "work_order_files" USING btree ("number","created_at");--> statement-breakpoint
CREATE INDEX "work_order_files_project" ON "work_order_files" USING btree ("project_id");--> statement-breakpoint
ALTER TABLE "work_order_entries" ADD CONSTRAINT "work_order_entries_assignee_id_users_user_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_orders_assignee" ON "work_orders" USING btree ("assignee_id","number" DESC NULLS LAST);