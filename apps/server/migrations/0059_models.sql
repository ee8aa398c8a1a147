CREATE TABLE "device_models" (
	"model_id" text PRIMARY KEY NOT NULL,
	"brand" text NOT NULL,
	"model" text NOT NULL,
	"hardware_model" text NOT NULL,
	"names" jsonb NOT NULL,
	"picture" jsonb,
	"told" jsonb NOT NULL,
	"edited" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_by" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_models" ADD CONSTRAINT "device_models_changed_by_users_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_models_of" ON "device_models" USING btree ("brand","model","hardware_model");--> statement-breakpoint
-- What is known already: of each model what its device said that was heard last.
INSERT INTO "device_models" ("model_id", "brand", "model", "hardware_model", "names", "told", "edited", "version", "created_at", "updated_at")
SELECT gen_random_uuid()::text, "brand", "model", "hardware_model", '{"en": "", "zh": "", "ja": ""}',
	jsonb_strip_nulls(jsonb_build_object('width', nullif("width", 0), 'height', nullif("height", 0), 'cpu_name', nullif("cpu_name", ''), 'cpu_arch', nullif("cpu_arch", ''), 'cpu_cores', nullif("cpu_cores", 0), 'gpu', nullif("gpu", ''), 'memory_bytes', nullif("memory_bytes", 0))),
	'{}', 1, "last_seen_at", "last_seen_at"
FROM (SELECT DISTINCT ON ("brand", "model", "hardware_model") * FROM "devices" WHERE "model" <> '' ORDER BY "brand", "model", "hardware_model", "last_seen_at" DESC) AS "known";
