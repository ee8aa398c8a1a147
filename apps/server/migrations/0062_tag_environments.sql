ALTER TABLE "self_checks" ADD COLUMN "wanted" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "environment" jsonb DEFAULT '{"preinstalled":[],"free_apps":[],"free_paths":[]}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "tags" SET "inspection" = jsonb_set("inspection", '{levels}', '{"cleanup":"off","preinstall":"blocking"}'::jsonb || ("inspection" -> 'levels')) WHERE "inspection" IS NOT NULL;--> statement-breakpoint
UPDATE "self_checks" SET "config" = jsonb_set("config", '{levels}', '{"cleanup":"off","preinstall":"blocking"}'::jsonb || ("config" -> 'levels')) WHERE "config" IS NOT NULL;--> statement-breakpoint
UPDATE "test_devices" SET "checking" = jsonb_set("checking", '{config,levels}', '{"cleanup":"off","preinstall":"blocking"}'::jsonb || ("checking" #> '{config,levels}')) WHERE "checking" IS NOT NULL;
