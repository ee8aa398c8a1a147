import { SOCKETS } from "@udt/contract";
import type { Sockets } from "../../platform/http/sockets.ts";
import type { StreamsService } from "./streams.service.ts";

export function streamsRoutes(sockets: Sockets, streams: StreamsService): void {
  sockets.implement(SOCKETS.stream, ({ caller, params, query, socket, recheck }) =>
    streams.open({
      caller,
      recheck,
      browser: socket,
      device_id: params.device_id,
      stream: params.stream,
      profile: query.profile,
    }),
  );
  sockets.implement(SOCKETS.agentStream, ({ caller, params, socket }) => {
    streams.accept(params.stream_id, caller.agent_id, socket);
  });
}
