/**
 * Drizzle's words for SQL, taken from here alone: for each file that names the package itself, Node reads the package's
 * own list of its thousand entries again, which together took a quarter of the server's start.
 */
export * from "drizzle-orm";
