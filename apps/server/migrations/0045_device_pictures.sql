CREATE TABLE "device_pictures" (
	"device_id" text PRIMARY KEY NOT NULL,
	"taken_at" bigint NOT NULL,
	"jpeg" "bytea" NOT NULL,
	"test_id" text
);
--> statement-breakpoint
ALTER TABLE "device_pictures" ADD CONSTRAINT "device_pictures_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_pictures" ADD CONSTRAINT "device_pictures_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_pictures_test" ON "device_pictures" USING btree ("test_id");