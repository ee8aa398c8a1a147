CREATE TABLE "handovers" (
	"test_id" text NOT NULL,
	"device_id" text NOT NULL,
	"left" jsonb NOT NULL,
	"remained" boolean NOT NULL,
	"told_at" bigint NOT NULL,
	CONSTRAINT "handovers_test_id_device_id_pk" PRIMARY KEY("test_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handovers_device" ON "handovers" USING btree ("device_id","told_at" DESC NULLS LAST);