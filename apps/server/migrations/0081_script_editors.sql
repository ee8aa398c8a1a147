CREATE TABLE "script_editors" (
	"repo_id" text NOT NULL,
	"editor_id" text NOT NULL,
	"user_id" text NOT NULL,
	"branch" text NOT NULL,
	"path" text NOT NULL,
	"is_changed" boolean NOT NULL,
	"seen_at" bigint NOT NULL,
	CONSTRAINT "script_editors_repo_id_user_id_editor_id_pk" PRIMARY KEY("repo_id","user_id","editor_id")
);
--> statement-breakpoint
ALTER TABLE "script_editors" ADD CONSTRAINT "script_editors_repo_id_script_repositories_repo_id_fk" FOREIGN KEY ("repo_id") REFERENCES "public"."script_repositories"("repo_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_editors" ADD CONSTRAINT "script_editors_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "script_editors_user" ON "script_editors" USING btree ("user_id");