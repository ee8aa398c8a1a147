CREATE TABLE "script_mirrors" (
	"repo_id" text PRIMARY KEY NOT NULL,
	"library_id" text,
	"url" text NOT NULL,
	"default_branch" text DEFAULT 'main' NOT NULL,
	"fetched_at" bigint,
	"failure" jsonb,
	"push_refusal" jsonb,
	"fetch_id" text,
	"fetch_until" bigint,
	"percent" integer,
	"opened_at" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "script_repositories_name";--> statement-breakpoint
ALTER TABLE "script_repositories" ALTER COLUMN "template" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "script_repositories" ADD COLUMN "is_outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "script_mirrors" ADD CONSTRAINT "script_mirrors_repo_id_script_repositories_repo_id_fk" FOREIGN KEY ("repo_id") REFERENCES "public"."script_repositories"("repo_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_mirrors" ADD CONSTRAINT "script_mirrors_library_id_libraries_library_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("library_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "script_mirrors_library" ON "script_mirrors" USING btree ("library_id","url");--> statement-breakpoint
CREATE UNIQUE INDEX "script_repositories_name" ON "script_repositories" USING btree ("project_id",lower("name")) WHERE not "script_repositories"."is_outside";