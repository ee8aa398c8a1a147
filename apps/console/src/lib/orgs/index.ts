export { OrgTree, type Level, type TreeOrg } from "./org-tree.tsx";
export { readLevel } from "./read-level.ts";
