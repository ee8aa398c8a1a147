import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, moveBy } from "./app/app.tsx";
import { makeRouter } from "./app/router.tsx";
import { reloadOnStaleChunk } from "./lib/late/failed-load.ts";
import { baseUrl } from "./lib/api/api.ts";
import { faultSender, reportFaults } from "./lib/errors/report.ts";
import { loadTexts } from "./lib/i18n/index.ts";
import { watchTheme } from "./lib/theme/theme-mode.ts";

reloadOnStaleChunk();
reportFaults(faultSender(baseUrl));
watchTheme();
const [router] = await Promise.all([makeRouter(), loadTexts("common", "errors", "rules")]);
moveBy(router);
const rootElement = document.getElementById("root");
if (!rootElement) throw new Error("the page has no root");
createRoot(rootElement).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
