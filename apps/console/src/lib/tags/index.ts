export { useTagOptions } from "./use-tag-options.ts";
