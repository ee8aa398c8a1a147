export { useDeviceFacts } from "./device-facts.ts";
