import { socketUrl } from "@udt/client";
import {
  AGENT_PROTOCOL,
  LIMITS,
  SOCKETS,
  serverToAgent,
  type AgentToServer,
  type DeviceReport,
  type ServerToAgent,
} from "@udt/contract";
import { WebSocket } from "ws";

type SessionStart = Extract<ServerToAgent, { type: "session_start" }>;
type StreamOpen = Extract<ServerToAgent, { type: "stream_open" }>;

export interface ScriptedAgent {
  /** Tells the server what a device is now. */
  report(device: DeviceReport): void;
  close(): void;
}

/**
 * An agent on the real link whose devices exist only in its reports: it says that every session runs, and dials each
 * stream it is asked to open. Resolves once the server has welcomed it.
 */
export async function connectScriptedAgent(options: {
  server_url: string;
  token: string;
  devices: readonly DeviceReport[];
  onStream: (request: StreamOpen, socket: WebSocket) => void;
  /** A device was given to a test, and has been reported to run. */
  onSession?: (start: SessionStart) => void;
}): Promise<ScriptedAgent> {
  const headers = { authorization: `Bearer ${options.token}` };
  const link = new WebSocket(socketUrl(options.server_url, SOCKETS.agentLink, {}), {
    headers,
    perMessageDeflate: false,
  });
  const send = (message: AgentToServer) => link.send(JSON.stringify(message));
  const reply = (id: number, data: unknown = null) => send({ type: "reply", id, error: null, data });
  const report = (lease: { test_id: string; serial: string; lease_token: number }, state: "running" | "cleaned") => {
    const { test_id, serial, lease_token } = lease;
    send({ type: "session", session: { test_id, serial, lease_token, state, error: null, end_reason: null } });
  };
  const openStream = (request: StreamOpen) => {
    const socket = new WebSocket(request.url, {
      headers,
      perMessageDeflate: false,
      maxPayload: LIMITS.stream_message_max_bytes,
    });
    socket.on("error", (error) => console.error("scripted agent's stream:", error.message));
    socket.on("open", () => {
      reply(request.id);
      options.onStream(request, socket);
    });
  };

  const welcome = Promise.withResolvers<void>();
  let heartbeat: NodeJS.Timeout | undefined;
  link.on("open", () => {
    send({
      type: "hello",
      protocol: AGENT_PROTOCOL,
      instance_id: `bench-${options.token.slice(0, 8)}`,
      hostname: "bench",
      system: "bench",
      version: "0",
      devices: [...options.devices],
      unread: [],
      sessions: [],
    });
  });
  link.on("message", (data: Buffer) => {
    const message = serverToAgent.parse(JSON.parse(data.toString()));
    if (message.type === "welcome") {
      heartbeat = setInterval(() => send({ type: "heartbeat" }), message.heartbeat_ms);
      welcome.resolve();
    } else if (message.type === "session_start") {
      reply(message.id);
      report(message, "running");
      options.onSession?.(message);
    } else if (message.type === "session_stop") {
      reply(message.id, { held: true });
      report(message, "cleaned");
    } else if (message.type === "stream_open") openStream(message);
  });
  link.on("error", welcome.reject);
  link.on("close", (code, reason) => {
    clearInterval(heartbeat);
    welcome.reject(new Error(`the server closed the agent's link: ${code} ${reason.toString()}`));
  });
  await welcome.promise;
  return { close: () => link.close(), report: (device) => send({ type: "device", device }) };
}
