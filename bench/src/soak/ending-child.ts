/** Starts a role as the soak does, hears signals as Playwright does, and tells of what is to be gone after one. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RoleProcess } from "@udt/testkit";
import { endOnSignal } from "./ending.ts";
import { INSPECTED, Inspector } from "./inspector.ts";

const dataDir = mkdtempSync(join(tmpdir(), "udt-soak-"));
const phones = new RoleProcess("phone", ["--count", "1", "--port", "0"], INSPECTED);
await phones.start("phones_ready");
endOnSignal([phones], dataDir);
// It holds a role that ends by itself until it hangs up.
await Inspector.of(phones);
// What Playwright's own listener comes to: the signal no longer ends the process by itself.
process.on("SIGTERM", () => {});
process.send!({ pid: phones.pid, dataDir });
