export {
  ApiError,
  createClient,
  type ApiErrorKind,
  type CallOptions,
  type Client,
  type ClientOptions,
} from "./client.ts";
export { connectEvents, type EventsConnection, type EventsState } from "./events.ts";
export { STREAM_MESSAGES, type StreamIn, type StreamOut } from "./stream-messages.ts";
export { TwoWays, type StreamFrame, type TwoWaysNeeds, type Way, type WayChannel } from "./ways/two-ways.ts";
export { socketUrl } from "./url.ts";
