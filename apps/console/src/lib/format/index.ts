export { anyOf, betweenListed, inRow, listOf } from "./list-of.ts";
export { createFormat, type Format } from "./format.ts";
export { getFormat, useFormat } from "./use-format.ts";
export { withGap } from "./with-gap.ts";
export { useNow } from "./use-now.ts";
