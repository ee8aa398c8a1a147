export { readSettings, type ServerSettings } from "./platform/settings.ts";
export { systemServerClock, type ServerClock } from "./platform/clock.ts";
export type { RunningServer, StartOptions } from "./running-server.ts";
export { startServer } from "./server.ts";
