export { createFormat, type Format } from "./format.ts";
export { useFormat } from "./use-format.ts";
export { useNow } from "./use-now.ts";
