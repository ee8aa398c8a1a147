/** The types of Node itself, as text: scripts find all of it, whatever else their repository has. */
const PLACE = "../../../../../../../node_modules/";

const found = {
  ...import.meta.glob<string>(
    [
      "../../../../../../../node_modules/@types/node/**/*.d.ts",
      // For compilers older than the editor's.
      "!../../../../../../../node_modules/@types/node/ts*/**",
    ],
    { query: "?raw", import: "default", eager: true },
  ),
  ...import.meta.glob<string>("../../../../../../../node_modules/undici-types/*.d.ts", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
};

const ROOT = "/node_modules/";

/** By path, as if they were installed at the root. */
export const NODE_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(found).map(([path, text]) => [path.replace(PLACE, ROOT), text]),
);

/** The one that names all others. */
export const NODE_INDEX = `${ROOT}@types/node/index.d.ts`;

/** Modules that they declare, each by all its names. */
export const NODE_MODULES: ReadonlySet<string> = new Set(
  [...NODE_TYPES.values()].flatMap((text) =>
    [...text.matchAll(/^declare module "([^"]+)"/gm)].flatMap(([, name]) => name ?? []),
  ),
);
