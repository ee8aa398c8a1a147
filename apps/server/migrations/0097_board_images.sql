CREATE TABLE "board_images" (
	"image_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"shown" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "board_images_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "board_images" ADD CONSTRAINT "board_images_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "board_images_user" ON "board_images" USING btree ("user_id");