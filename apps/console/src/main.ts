import { config } from "zod/v4/core";

// Compiled checks need `eval`, which the page's Content-Security-Policy forbids. Schemas look at this when they are made,
// so everything else is loaded after it.
config({ jitless: true });
const { loadConfig } = await import("./lib/config/index.ts");
await loadConfig();
await import("./start.tsx");
