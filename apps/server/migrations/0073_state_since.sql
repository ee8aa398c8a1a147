ALTER TABLE "agents" ADD COLUMN "online_at" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "readiness_since" bigint DEFAULT (extract(epoch from now()) * 1000)::bigint NOT NULL;--> statement-breakpoint
UPDATE "devices" SET "readiness_since" = "last_seen_at";
