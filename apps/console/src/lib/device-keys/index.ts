export { keyName } from "./key-name.ts";
