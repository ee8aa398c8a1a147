CREATE TABLE "org_paths" (
	"org_id" text NOT NULL,
	"ancestor_id" text NOT NULL,
	"depth" integer NOT NULL,
	CONSTRAINT "org_paths_org_id_ancestor_id_pk" PRIMARY KEY("org_id","ancestor_id")
);
--> statement-breakpoint
CREATE TABLE "org_users" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"joined_at" bigint NOT NULL,
	CONSTRAINT "org_users_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "orgs" (
	"org_id" text PRIMARY KEY NOT NULL,
	"parent_id" text,
	"name" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_orgs" (
	"project_id" text NOT NULL,
	"org_id" text NOT NULL,
	"user_type" integer NOT NULL,
	"joined_at" bigint NOT NULL,
	CONSTRAINT "project_orgs_project_id_org_id_pk" PRIMARY KEY("project_id","org_id")
);
--> statement-breakpoint
CREATE TABLE "device_hours" (
	"device_id" text NOT NULL,
	"hour" integer NOT NULL,
	"online_slots" integer NOT NULL,
	CONSTRAINT "device_hours_device_id_hour_pk" PRIMARY KEY("device_id","hour")
);
--> statement-breakpoint
CREATE TABLE "synced_projects" (
	"sync_project_id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"user_id" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "org_paths" ADD CONSTRAINT "org_paths_org_id_orgs_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("org_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_paths" ADD CONSTRAINT "org_paths_ancestor_id_orgs_org_id_fk" FOREIGN KEY ("ancestor_id") REFERENCES "public"."orgs"("org_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_users" ADD CONSTRAINT "org_users_org_id_orgs_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("org_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_users" ADD CONSTRAINT "org_users_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orgs" ADD CONSTRAINT "orgs_parent_id_orgs_org_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."orgs"("org_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_orgs" ADD CONSTRAINT "project_orgs_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_orgs" ADD CONSTRAINT "project_orgs_org_id_orgs_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("org_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_hours" ADD CONSTRAINT "device_hours_device_id_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "synced_projects" ADD CONSTRAINT "synced_projects_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "synced_projects" ADD CONSTRAINT "synced_projects_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "org_paths_below" ON "org_paths" USING btree ("ancestor_id");--> statement-breakpoint
CREATE INDEX "org_users_user" ON "org_users" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orgs_name" ON "orgs" USING btree (coalesce("parent_id", ''),lower("name"));--> statement-breakpoint
CREATE INDEX "orgs_parent" ON "orgs" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "project_orgs_org" ON "project_orgs" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "device_hours_hour" ON "device_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "synced_projects_project" ON "synced_projects" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "leases_created" ON "leases" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tests_user" ON "tests" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_time" ON "audit" USING btree ("time");--> statement-breakpoint
CREATE VIEW "public"."project_people" AS (select project_id, user_id, min(user_type) as user_type, min(joined_at) as joined_at from (
    select project_id, user_id, user_type, joined_at from members
    union all
    select project_orgs.project_id, org_users.user_id, project_orgs.user_type,
      greatest(project_orgs.joined_at, org_users.joined_at) as joined_at
    from project_orgs
    join org_paths on org_paths.ancestor_id = project_orgs.org_id
    join org_users on org_users.org_id = org_paths.org_id
  ) as each_way group by project_id, user_id);