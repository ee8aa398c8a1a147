CREATE TABLE "memory_given_way" (
	"test_id" text NOT NULL,
	"device_id" text NOT NULL,
	"given_way_at" bigint NOT NULL,
	CONSTRAINT "memory_given_way_test_id_device_id_pk" PRIMARY KEY("test_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "memory_traces" ADD COLUMN "is_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memory_given_way" ADD CONSTRAINT "memory_given_way_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;