ALTER TABLE "agents" ADD COLUMN "addresses" jsonb;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "machine" jsonb;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "draining_since" bigint;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "draining_by" text;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_draining_by_users_user_id_fk" FOREIGN KEY ("draining_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;