CREATE TABLE "run_devices" (
	"test_id" text NOT NULL,
	"device_seq" integer NOT NULL,
	"outcome" text,
	"taken_over_by" text,
	"taken_over_test_id" text,
	CONSTRAINT "run_devices_test_id_device_seq_pk" PRIMARY KEY("test_id","device_seq")
);
--> statement-breakpoint
ALTER TABLE "run_devices" ADD CONSTRAINT "run_devices_test_id_runs_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."runs"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "run_devices" ("test_id", "device_seq", "outcome", "taken_over_by", "taken_over_test_id")
SELECT "test_id", "device_seq", "outcome", "taken_over_by", "taken_over_test_id" FROM "slots" JOIN "runs" USING ("test_id")
WHERE "outcome" IS NOT NULL OR "taken_over_by" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" DROP COLUMN "outcome";--> statement-breakpoint
ALTER TABLE "slots" DROP COLUMN "taken_over_by";--> statement-breakpoint
ALTER TABLE "slots" DROP COLUMN "taken_over_test_id";