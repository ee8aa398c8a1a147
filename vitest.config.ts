import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Two cores: more workers than that only make real servers, phones and browsers starve one another.
    maxWorkers: 2,
    // What is slow on a busy machine is late, not wrong: a limit ends only what never comes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/**/*.spec.ts", "apps/**/*.spec.{ts,tsx}", "tools/**/*.spec.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/src/**/*.spec.ts"],
          globalSetup: "e2e/src/before-all.ts",
          // Browser and encoder share the two cores: one journey at a time.
          fileParallelism: false,
          testTimeout: 180_000,
          // What a page shows comes when the machine gets to it; only its never coming is a failure.
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
