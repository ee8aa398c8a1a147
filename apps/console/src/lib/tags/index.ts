export { useTagOptions } from "./use-tag-options.ts";
export { TAG_READS } from "./tag-reads.ts";
