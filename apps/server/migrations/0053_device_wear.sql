CREATE TABLE "device_trends" (
	"device_id" text PRIMARY KEY NOT NULL,
	"disconnects" integer NOT NULL,
	"level_from" integer,
	"level_low" integer,
	"filling_bytes" double precision,
	"told_care" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_wear" (
	"device_id" text NOT NULL,
	"span" text NOT NULL,
	"at" bigint NOT NULL,
	"celsius_min" double precision,
	"celsius_max" double precision,
	"celsius_last" double precision,
	"level_min" integer,
	"level_max" integer,
	"level_last" integer,
	"free_min" bigint,
	"free_max" bigint,
	"free_last" bigint,
	"cycles" integer,
	"disconnects" integer NOT NULL,
	CONSTRAINT "device_wear_device_id_span_at_pk" PRIMARY KEY("device_id","span","at")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "battery_celsius" double precision;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "battery_cycles" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "free_bytes" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "total_bytes" bigint;--> statement-breakpoint
ALTER TABLE "device_trends" ADD CONSTRAINT "device_trends_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_wear" ADD CONSTRAINT "device_wear_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_wear_age" ON "device_wear" USING btree ("span","at");--> statement-breakpoint
CREATE INDEX "device_wear_lost" ON "device_wear" USING btree ("at") WHERE "device_wear"."span" = 'hour' and "device_wear"."disconnects" > 0;