import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import {
  withoutEnglishWords,
  withoutErrorMessages,
  withoutJsonSchema,
  withoutZodTexts,
  withSilentIcons,
} from "./build/lean-bundle.ts";

const server = "http://127.0.0.1:8700";

/** React Router's package exports name its development build alone; the production one lies beside it. */
const productionOf = (module: string) =>
  fileURLToPath(import.meta.resolve(module)).replace("/dist/development/", "/dist/production/");

const TS_WORKER = fileURLToPath(new URL("./src/features/scripts/edit/typescript/ts-worker.ts", import.meta.url));

export default defineConfig(({ command }) => ({
  // Addresses are relative to the page's <base>, so that one build serves any base path.
  base: "./",
  plugins: [
    react(),
    withoutJsonSchema(),
    withoutZodTexts(),
    withoutEnglishWords(),
    withoutErrorMessages(),
    withSilentIcons(),
  ],
  resolve: {
    alias: [
      // Monaco names a worker of its own, which is not the one that the page runs.
      { find: /^ts\.worker\.js$/, replacement: TS_WORKER },
      ...(command === "build"
        ? [
            { find: /^react-router$/, replacement: productionOf("react-router") },
            { find: /^react-router\/dom$/, replacement: productionOf("react-router/dom") },
          ]
        : []),
    ],
  },
  server: {
    proxy: { "/v1": { target: server, ws: true }, "/healthz": server, "/static/data": server },
  },
  build: {
    target: "es2022",
    sourcemap: false,
    // Sizes are judged by gzip in the bundle benchmark.
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs and what rarely changes, apart, so that an upgrade keeps it in the browser's cache.
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "base", test: /node_modules\/(react-router|zod|@tanstack\/(react-query|query-core))\// },
          ],
        },
      },
    },
  },
}));
