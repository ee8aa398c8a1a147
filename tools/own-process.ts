/**
 * Specs of the server share a process each worker, and with it its modules. One that puts something else in a module's place, or
 * in that of what every module uses, needs a process of its own.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SPECS = "apps/server/**/*.spec.ts";
const REPLACES = /\bvi\.(?:mock|doMock|resetModules|stubGlobal)\(/;

/** @returns Their paths below the root. */
export const ownProcess = (root: string): string[] =>
  globSync(SPECS, { cwd: root, exclude: (name) => name.includes("node_modules") })
    .filter((path) => REPLACES.test(readFileSync(join(root, path), "utf8")))
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
