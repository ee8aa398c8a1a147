export { useDrop, type Dropped } from "./use-drop.ts";
