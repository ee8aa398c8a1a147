import { defineConfig } from "drizzle-kit";

/** `drizzle-kit generate --name <what-changes>` here writes the next migration from the tables below. */
export default defineConfig({ dialect: "postgresql", schema: "./src/**/*.schema.ts", out: "./migrations" });
