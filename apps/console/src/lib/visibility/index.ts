export { useIsVisible } from "./use-is-visible.ts";
