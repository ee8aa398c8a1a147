CREATE TABLE "test_drivers" (
	"test_id" text NOT NULL,
	"user_id" text NOT NULL,
	"instead" boolean NOT NULL,
	"given_at" bigint NOT NULL,
	"given_by" text NOT NULL,
	CONSTRAINT "test_drivers_test_id_user_id_pk" PRIMARY KEY("test_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "watch_links" (
	"link_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"test_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	CONSTRAINT "watch_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "test_drivers" ADD CONSTRAINT "test_drivers_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_drivers" ADD CONSTRAINT "test_drivers_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_drivers" ADD CONSTRAINT "test_drivers_given_by_users_user_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_links" ADD CONSTRAINT "watch_links_test_id_tests_test_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("test_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_links" ADD CONSTRAINT "watch_links_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "test_drivers_instead" ON "test_drivers" USING btree ("test_id") WHERE "test_drivers"."instead";--> statement-breakpoint
CREATE INDEX "watch_links_test" ON "watch_links" USING btree ("test_id");