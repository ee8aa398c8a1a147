ALTER TABLE "agents" ADD COLUMN "reads_memgraphs" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memory_files" ADD COLUMN "tool" text;