CREATE TABLE "agent_links" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"link_id" text NOT NULL,
	CONSTRAINT "agent_links_link" UNIQUE("link_id")
);
--> statement-breakpoint
CREATE TABLE "agent_requests" (
	"request_id" bigserial PRIMARY KEY NOT NULL,
	"link_id" text NOT NULL,
	"message" json NOT NULL,
	"timeout_ms" integer,
	"taken_at" bigint,
	"answer" json,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_links" ADD CONSTRAINT "agent_links_agent_id_agents_agent_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("agent_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_requests" ADD CONSTRAINT "agent_requests_link_id_agent_links_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."agent_links"("link_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_requests_link" ON "agent_requests" USING btree ("link_id");