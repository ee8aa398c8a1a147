CREATE TABLE "signup_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"signup_id" text NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "signups" ADD COLUMN "caller" text;--> statement-breakpoint
-- Nobody kept from where they came: each stands for itself.
UPDATE "signups" SET "caller" = "signup_id";--> statement-breakpoint
ALTER TABLE "signups" ALTER COLUMN "caller" SET NOT NULL;--> statement-breakpoint
INSERT INTO "signup_links" ("token_hash", "signup_id", "ends_at") SELECT "token_hash", "signup_id", "link_ends_at" FROM "signups";--> statement-breakpoint
ALTER TABLE "signups" DROP CONSTRAINT "signups_token";--> statement-breakpoint
ALTER TABLE "signup_links" ADD CONSTRAINT "signup_links_signup_id_signups_signup_id_fk" FOREIGN KEY ("signup_id") REFERENCES "public"."signups"("signup_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signup_links_signup" ON "signup_links" USING btree ("signup_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signups_caller" ON "signups" USING btree (lower("email"),"caller");--> statement-breakpoint
ALTER TABLE "signups" DROP COLUMN "token_hash";--> statement-breakpoint
ALTER TABLE "signups" DROP COLUMN "link_ends_at";