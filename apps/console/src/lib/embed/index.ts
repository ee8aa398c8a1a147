export { isEmbedded, isFromParent, tellParent } from "./parent.ts";
