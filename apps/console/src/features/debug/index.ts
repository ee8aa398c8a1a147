export { DebugPage as default } from "./debug-page.tsx";
