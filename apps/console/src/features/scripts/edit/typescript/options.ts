/** How the service takes scripts: as Node does that runs them, which strips types and checks none. */
export const OPTIONS = {
  /** ESNext. */
  target: 99,
  /** Preserve, and Bundler: imports are found by the service's own rules. */
  module: 200,
  moduleResolution: 100,
  /** Each file is a module: two scripts may declare the same name. */
  moduleDetection: 3,
  lib: ["lib.esnext.d.ts"],
  types: [],
  noEmit: true,
  allowJs: true,
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  /** As Node has it: what has no meaning without its types, and types that are imported as values, end the program. */
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  noUncheckedSideEffectImports: true,
  /** Preserve: what JSX means is said elsewhere. */
  jsx: 1,
  skipLibCheck: true,
  // Whether a repository wants to be strict it says elsewhere; what is told is wrong either way.
  strict: false,
};
