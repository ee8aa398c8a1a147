/** Keeps out of the browser what no page uses and a bundler cannot see to be unused. */
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** Every schema of zod can describe itself as JSON Schema, by code that is a tenth of sign-in. No page asks for it. */
export function withoutJsonSchema(): Plugin {
  return {
    name: "udt-without-json-schema",
    apply: "build",
    load: {
      filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      async handler(id) {
        const replaced: object = await import(pathToFileURL(id).href);
        return Object.keys(replaced)
          .map((name) => `export const ${name} = () => () => undefined;`)
          .join("\n");
      },
    },
  };
}
