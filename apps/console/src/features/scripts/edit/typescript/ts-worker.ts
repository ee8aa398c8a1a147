/** TypeScript's language service, beside the page. */
import { initialize } from "monaco-editor/internal/common/initialize.js";
import { ScriptService } from "./script-service.ts";

// The first message is Monaco's alone; the one behind it has what the service begins with.
self.addEventListener("message", () => initialize((context, data) => new ScriptService(context, data)), { once: true });
