CREATE TABLE "devices_out_of_use" (
	"device_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"user_id" text NOT NULL,
	"since" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "even_out_of_use" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices_out_of_use" ADD CONSTRAINT "devices_out_of_use_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices_out_of_use" ADD CONSTRAINT "devices_out_of_use_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;