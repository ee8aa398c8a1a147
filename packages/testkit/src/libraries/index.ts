export { composeLibrary, librariesForAll, type ComposedLibrary } from "./compose.ts";
export { ownNode } from "./own-node.ts";
export { casesOf, type Depth, lineOf, ownRun, type Verdict, verdictOf } from "./own-reports.ts";
