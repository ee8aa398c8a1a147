CREATE TABLE "adb_keys" (
	"user_id" text NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"name" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	CONSTRAINT "adb_keys_user_id_key_id_pk" PRIMARY KEY("user_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "remote_adb" (
	"test_id" text NOT NULL,
	"device_id" text NOT NULL,
	"opening_id" text NOT NULL,
	"serial" text NOT NULL,
	"user_id" text NOT NULL,
	"ip" text NOT NULL,
	"hostname" text NOT NULL,
	"port" integer NOT NULL,
	"opened_at" bigint NOT NULL,
	"heard_at" bigint NOT NULL,
	"asked" jsonb,
	"connections" integer DEFAULT 0 NOT NULL,
	"connected_at" bigint,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"sent_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "remote_adb_test_id_device_id_pk" PRIMARY KEY("test_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "adb_keys" ADD CONSTRAINT "adb_keys_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remote_adb" ADD CONSTRAINT "remote_adb_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remote_adb" ADD CONSTRAINT "remote_adb_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;