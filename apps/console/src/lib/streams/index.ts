export { withNewestOver } from "./newest-over.ts";
export { pathInUse, type PathInUse, type StandingPath } from "./paths-in-use.ts";
export { createStore, useStore, type Store } from "./store.ts";
export {
  openStream,
  type Stream,
  type StreamHandlers,
  type StreamOptions,
  type StreamState,
  type LinkTarget,
  type StreamTarget,
} from "./stream.ts";
export { useStream, type UseStream } from "./use-stream.ts";
