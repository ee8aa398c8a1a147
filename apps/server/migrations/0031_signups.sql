CREATE TABLE "signups" (
	"signup_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"token_hash" text NOT NULL,
	"link_ends_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "signups_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "signups_email" ON "signups" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "signups_created" ON "signups" USING btree ("created_at");