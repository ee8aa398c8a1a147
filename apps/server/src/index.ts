export { readSettings, type ServerSettings } from "./platform/settings.ts";
export { systemServerClock, type ServerClock } from "./platform/clock.ts";
export type { RunningServer, StartOptions } from "./running-server.ts";
export { startServer } from "./server.ts";
export { OperatorRefusal } from "./operators/refusal.ts";
export { forgetSecrets } from "./operators/forget-secrets.ts";
export { resetPasswordOf } from "./operators/reset-password.ts";
export { openBackup } from "./operators/open-backup.ts";
export { restoreBackup, type RestoreProgress } from "./operators/restore.ts";
