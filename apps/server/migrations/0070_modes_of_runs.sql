-- A run kept the mode that its task asked for, also where its devices could share nothing.
UPDATE "runs" SET "config" = jsonb_set("config", '{mode}', '"sequential"')
WHERE "config" ->> 'mode' = 'distributed' AND ("library_id" IS NULL OR "devices_list");
