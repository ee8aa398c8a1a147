export { useIsVisible } from "./use-is-visible.ts";
export { useIsNarrow } from "./use-is-narrow.ts";
