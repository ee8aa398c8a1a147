CREATE TABLE "alert_looks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"done_at" bigint,
	"found" jsonb
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"alert_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"reason" jsonb NOT NULL,
	"state" text NOT NULL,
	"since" bigint NOT NULL,
	"until" bigint,
	"told_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_channels" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("kind","subject") WHERE "alerts"."state" = 'open';--> statement-breakpoint
CREATE INDEX "alerts_newest" ON "alerts" USING btree ("since" DESC NULLS LAST,"alert_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "alerts_age" ON "alerts" USING btree ("until");