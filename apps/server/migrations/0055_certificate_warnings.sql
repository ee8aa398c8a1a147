ALTER TABLE "ios_certificates" ADD COLUMN "warns_at" bigint;--> statement-breakpoint
UPDATE "ios_certificates" SET "warns_at" = "expires_at" - 2592000000;--> statement-breakpoint
CREATE INDEX "ios_certificates_warned" ON "ios_certificates" USING btree ("warns_at") WHERE "ios_certificates"."warns_at" is not null;