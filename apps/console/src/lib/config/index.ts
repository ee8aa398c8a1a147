export { config, loadConfig } from "./config.ts";
