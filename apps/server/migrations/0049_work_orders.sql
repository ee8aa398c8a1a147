CREATE TABLE "work_order_entries" (
	"entry_id" bigserial PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"user_id" text,
	"state" text,
	"text" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_orders" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"test_id" text,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"step" text,
	"error" jsonb,
	"text" text NOT NULL,
	"reporter_id" text,
	"assignee_id" text,
	"reported_at" bigint NOT NULL,
	"closed_at" bigint,
	"closed_by" text
);
--> statement-breakpoint
ALTER TABLE "work_order_entries" ADD CONSTRAINT "work_order_entries_number_work_orders_number_fk" FOREIGN KEY ("number") REFERENCES "public"."work_orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_entries" ADD CONSTRAINT "work_order_entries_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_reporter_id_users_user_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_assignee_id_users_user_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_order_entries_of" ON "work_order_entries" USING btree ("number","entry_id");--> statement-breakpoint
CREATE INDEX "work_orders_device" ON "work_orders" USING btree ("device_id","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "work_orders_test" ON "work_orders" USING btree ("test_id");--> statement-breakpoint
CREATE UNIQUE INDEX "work_orders_open" ON "work_orders" USING btree ("device_id",coalesce("step", '')) WHERE "work_orders"."state" <> 'processed';