-- A run kept the mode that its task asked for, also where its devices could share nothing.
UPDATE "runs" SET "config" = jsonb_set("config", '{mode}', '"sequential"')
WHERE "config" ->> 'mode' = 'distributed' AND ("library_id" IS NULL OR "devices_list");
--> statement-breakpoint
-- Work orders told a self-check where none was.
UPDATE "work_orders" SET "source" = CASE "step" WHEN 'battery_temperature' THEN 'battery' ELSE 'handover' END
WHERE "source" = 'self_check' AND "step" IN ('battery_temperature', 'handover');
--> statement-breakpoint
UPDATE "work_orders" SET "closed_by" = 'battery' WHERE "closed_by" = 'self_check' AND "step" = 'battery_temperature';
