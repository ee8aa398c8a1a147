CREATE TABLE "self_checks" (
	"selfcheck_id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"step" text,
	"results" jsonb NOT NULL,
	"error" jsonb,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"ended_at" bigint
);
--> statement-breakpoint
ALTER TABLE "self_checks" ADD CONSTRAINT "self_checks_selfcheck_id_tests_test_id_fk" FOREIGN KEY ("selfcheck_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_checks" ADD CONSTRAINT "self_checks_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_checks" ADD CONSTRAINT "self_checks_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "self_checks_device" ON "self_checks" USING btree ("device_id","created_at" DESC NULLS LAST);