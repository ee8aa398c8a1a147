/** Keeps out of the browser what a page does not use and a bundler cannot see to be unused. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const endpointsFolder = new URL("../../../packages/contract/src/endpoints/", import.meta.url);

/** Endpoint name → the file and the export that declare it. */
async function declarations(): Promise<Map<string, { file: string; group: string }>> {
  const found = new Map<string, { file: string; group: string }>();
  for (const name of readdirSync(endpointsFolder)) {
    if (name === "index.ts" || !name.endsWith(".ts")) continue;
    const url = new URL(name, endpointsFolder);
    const module = (await import(url.href)) as Record<string, unknown>;
    for (const [group, endpoints] of Object.entries(module)) {
      if (!group.endsWith("Endpoints")) continue;
      for (const endpoint of Object.keys(endpoints as object)) found.set(endpoint, { file: fileURLToPath(url), group });
    }
  }
  return found;
}

/**
 * `ENDPOINTS` is one object of the whole API, so one use of it would bring every area's schemas to sign-in. In what is built
 * `ENDPOINTS.userLogin` becomes `userEndpoints.userLogin`, imported from its own file.
 */
export function splitEndpoints(): Plugin {
  let known: Map<string, { file: string; group: string }>;
  return {
    name: "udt-split-endpoints",
    apply: "build",
    enforce: "pre",
    async buildStart() {
      known = await declarations();
    },
    transform: {
      filter: { id: /\/apps\/console\/src\/.*\.tsx?$/, code: /\bENDPOINTS\./ },
      handler(code) {
        const imports = new Set<string>();
        const split = code.replace(/\bENDPOINTS\.(\w+)/g, (whole, name: string) => {
          const declared = known.get(name);
          if (!declared) return whole;
          imports.add(`import { ${declared.group} } from ${JSON.stringify(declared.file)};`);
          return `${declared.group}.${name}`;
        });
        return { code: [...imports, split].join("\n"), map: null };
      },
    },
  };
}

/** Every schema of zod can describe itself as JSON Schema, by code that is a tenth of sign-in. No page asks for it. */
export function withoutJsonSchema(): Plugin {
  return {
    name: "udt-without-json-schema",
    apply: "build",
    load: {
      filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler(id) {
        const names = readFileSync(id, "utf8").matchAll(/^export (?:const|function|class) (\w+)/gm);
        return [...names].map(([, name]) => `export const ${name} = () => () => undefined;`).join("\n");
      },
    },
  };
}
