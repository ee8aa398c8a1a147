DROP INDEX "installs_under_way";--> statement-breakpoint
ALTER TABLE "installs" ALTER COLUMN "app_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "installs_uninstalling" ON "installs" USING btree ("test_id","device_id","package_name") WHERE "installs"."state" = 'uninstalling';--> statement-breakpoint
CREATE UNIQUE INDEX "installs_under_way" ON "installs" USING btree ("test_id","device_id","app_id") WHERE "installs"."state" not in ('download_failed', 'install_failed', 'installed', 'cancelled', 'uninstall_failed', 'uninstalled', 'uninstall_cancelled');