export { nameIn, versionOf } from "./names.ts";
