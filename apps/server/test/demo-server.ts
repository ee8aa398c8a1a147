/** A whole server in this process, with the demo project, for what looks at many rows of it. */
import { fileURLToPath } from "node:url";
import { readSettings, startServer } from "../src/index.ts";

export const DEMO_ADMIN = { email: "admin@example.com", password: "a long pass 1" };

/** @param folder Where it keeps its data; it is the caller's to delete. */
export function startDemoServer(folder: string): ReturnType<typeof startServer> {
  const settings = readSettings({
    UDT_PORT: "0",
    UDT_DATA_DIR: folder,
    UDT_DEMO: "1",
    UDT_FIRST_LOOK: "0",
    UDT_ADMIN_EMAIL: DEMO_ADMIN.email,
    UDT_ADMIN_PASSWORD: DEMO_ADMIN.password,
    UDT_CONSOLE_DIR: process.env["UDT_CONSOLE_DIR"] ?? fileURLToPath(new URL("../../console/dist", import.meta.url)),
  });
  if (!settings.ok) throw new Error(settings.error);
  return startServer(settings.value, { logLevel: "silent" });
}
