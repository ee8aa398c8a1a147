export { DirectPath, type PathState, type PathView } from "./direct-path.ts";
