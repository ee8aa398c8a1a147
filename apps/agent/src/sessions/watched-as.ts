import { CONTROL_PINGS, isDriven, type TestKind } from "@udt/contract";
import type { WebSocket } from "ws";

/** Why nothing may be done on the device by a stream now; the server's pings tell when control of the device changes hands. */
export function watchedAs(
  stream: Pick<WebSocket, "on">,
  kind: TestKind,
  isWatching: boolean,
): () => "not_driver" | "test_watched" | undefined {
  stream.on("ping", (data: Buffer) => {
    const said = data.toString();
    if (said === CONTROL_PINGS.drives || said === CONTROL_PINGS.watches) isWatching = said === CONTROL_PINGS.watches;
  });
  return () => (isDriven(kind) ? (isWatching ? "not_driver" : undefined) : "test_watched");
}
