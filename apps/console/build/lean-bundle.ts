/** Keeps out of the browser what no page uses and a bundler cannot see to be unused. */
import { pathToFileURL } from "node:url";
import { WORDS } from "@udt/base/words/en";
import { ERROR_NAMES } from "@udt/contract";
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

/** What zod says of a value in English nobody reads: forms say the contract's rules, in their reader's language. */
export function withoutZodTexts(): Plugin {
  return {
    name: "udt-without-zod-texts",
    apply: "build",
    load: {
      filter: { id: /\/zod\/v4\/locales\/en\.js$/ },
      handler: () => "export default () => ({});",
    },
  };
}

const WORD_CODES = "\0udt-word-codes";

/**
 * Whether a code is one of the table of words is judged on every page; what it says is a text like any other, which a page
 * has in its reader's language alone and sign-in not at all. So the table that judges has the codes in the texts' place.
 */
export function withoutEnglishWords(): Plugin {
  return {
    name: "udt-without-english-words",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /^\.\/en\.ts$/ },
      handler: (_, importer) => (importer?.endsWith("/packages/base/src/words/said.ts") ? WORD_CODES : undefined),
    },
    load: {
      filter: { id: /udt-word-codes$/ },
      handler: () =>
        `export const WORDS = Object.fromEntries("${Object.keys(WORDS).join(" ")}".split(" ").map((code) => [code, code]));`,
    },
  };
}

/** A row of the table of errors with its message. */
const ROW = /\brow\(\s*(\d+),\s*(\d+),\s*"(?:[^"\\]|\\.)*",?\s*\)/g;

/** The messages of the API's errors are English for programs: a refusal brings its own, and people read the console's texts. */
export function withoutErrorMessages(): Plugin {
  let found = 0;
  return {
    name: "udt-without-error-messages",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/packages\/contract\/src\/(\w+-)*errors\.ts$/ },
      handler(code) {
        const lean = code.replaceAll(ROW, 'row($1, $2, "")');
        found += lean.match(/\brow\(\d+, \d+, ""\)/g)?.length ?? 0;
        return { code: lean, map: null };
      },
    },
    buildEnd(error) {
      if (error === undefined && found !== ERROR_NAMES.length)
        throw new Error("packages/contract/src has a row of errors that lean-bundle.ts cannot read");
    },
  };
}

const NAMED_ICON = /role: "img",\s+"aria-label": icon\.name\n/;

/**
 * Ant Design's icons say their own names, in English: "plus 新建项目" is what a screen reader would read. They are pictures beside a
 * text or in a control that has a name; the few that are pressed themselves, or that somebody named, stay as they are.
 */
export function withSilentIcons(): Plugin {
  return {
    name: "udt-with-silent-icons",
    apply: "build",
    transform: {
      filter: { id: /\/@ant-design\/icons\/es\/components\/AntdIconLight\.js$/ },
      handler(code) {
        if (!NAMED_ICON.test(code))
          throw new Error("@ant-design/icons names its icons in a way that lean-bundle.ts cannot read");
        const silent =
          '...(onClick || restProps["aria-label"] ? { role: "img", "aria-label": icon.name } : { "aria-hidden": true })\n';
        return { code: code.replace(NAMED_ICON, silent), map: null };
      },
    },
  };
}
