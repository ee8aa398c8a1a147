ALTER TABLE "devices" ADD COLUMN "first_seen_at" bigint DEFAULT (extract(epoch from now()) * 1000)::bigint NOT NULL;--> statement-breakpoint
UPDATE "devices" SET "first_seen_at" = least(
  "last_seen_at",
  (SELECT min("created_at") FROM "leases" WHERE "leases"."device_id" = "devices"."device_id"),
  (SELECT min("at") FROM "device_wear" WHERE "device_wear"."device_id" = "devices"."device_id")
);
