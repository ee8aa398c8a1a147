CREATE TABLE "looked_hours" (
	"hour" integer PRIMARY KEY NOT NULL,
	"looked_slots" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "looked_hours" ("hour", "looked_slots") SELECT "hour", bit_or("online_slots") FROM "device_hours" GROUP BY "hour";
