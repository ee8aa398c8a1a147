CREATE TABLE "memory_watched_modules" (
	"trace_id" text NOT NULL,
	"module" text NOT NULL,
	"was_small" boolean NOT NULL,
	"over_told_at" bigint,
	"large_told_at" bigint,
	CONSTRAINT "memory_watched_modules_trace_id_module_pk" PRIMARY KEY("trace_id","module")
);
--> statement-breakpoint
ALTER TABLE "memory_watched_modules" ADD CONSTRAINT "memory_watched_modules_trace_id_memory_traces_trace_id_fk" FOREIGN KEY ("trace_id") REFERENCES "public"."memory_traces"("trace_id") ON DELETE cascade ON UPDATE no action;