/** Dies as a server does of a query's error that nobody caught. */
import { DrizzleQueryError } from "drizzle-orm/errors";
import "../src/platform/database/without-values.ts";

void Promise.reject(new DrizzleQueryError("select $1", process.argv.slice(2), new Error("no")));
