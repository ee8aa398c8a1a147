import { STREAMS, type ErrorName, type ServerToAgent, type StreamName } from "@udt/contract";
import type { Capabilities, Device } from "@udt/driver";
import type { DirectPaths } from "../direct/direct-paths.ts";
import type { Logger } from "../logger.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import { serveCamera } from "./camera.ts";
import type { SessionAudio } from "./audio.ts";
import { serveFiles } from "./files.ts";
import { serveInput } from "./input.ts";
import { Refusal } from "./lease.ts";
import { serveLog } from "./log.ts";
import type { MadeFiles } from "./made-files.ts";
import type { SessionPerformance } from "./performance.ts";
import type { SessionRecording } from "./recording.ts";
import type { SessionPointers } from "./pointers.ts";
import { serveAdb } from "./remote-adb.ts";
import { serveScreen } from "./screen.ts";
import type { ServeTrial } from "./session-work.ts";
import { serveSignaling } from "./signaling.ts";
import { serveTerminal } from "./terminal.ts";
import type { StreamEnd } from "./stream-socket.ts";

type StreamOpen = Extract<ServerToAgent, { type: "stream_open" }>;

interface Held {
  serial: string;
  device: Device;
}

/** What serving a stream of a session takes. */
export interface StreamRoom extends Held {
  screen: ScreenKeeper;
  profile: StreamOpen["profile"];
  log: Logger;
  /** Aborted when the session ends. */
  signal: AbortSignal;
  /** How long the session has lasted, milliseconds. */
  age(): number;
  /** Undefined for a device that cannot be measured. */
  performance: SessionPerformance | undefined;
  /** Undefined in a session that nobody records by hand. */
  recording: SessionRecording | undefined;
  /** Why who is at the other end may change nothing; undefined for who drives it. It changes under `screen`, which goes on then. */
  readonly watched: ErrorName | undefined;
  made: MadeFiles;
  audio: SessionAudio;
  pointers: SessionPointers;
  paths: DirectPaths;
  trial: ServeTrial;
  /** What a direct path may be made with; undefined: there is to be none. */
  direct: StreamOpen["direct"];
  /** Who is at the other end, where that is a person with an account. */
  who: StreamOpen["who"];
}

/** How each stream is served, for as long as that lasts. */
const SERVE: Record<StreamName, (socket: StreamEnd, room: StreamRoom) => Promise<void> | void> = {
  screen: (socket, room) =>
    serveScreen(socket, { keeper: room.screen, paths: room.paths }, room.profile, () => room.watched),
  input: (socket, { screen, log, recording }) => serveInput(socket, screen, log, recording),
  terminal: (socket, { log, signal, ...held }) => serveTerminal(socket, capabilityOf(held, "shell"), log, signal),
  files: (socket, { log, signal, made, ...held }) =>
    serveFiles(socket, { files: capabilityOf(held, "files"), made, log, signal }),
  adb: (socket, { log, signal, ...held }) => serveAdb(socket, capabilityOf(held, "adb"), log, signal),
  audio: (socket, { audio, ...held }) => audio.serve(socket, capabilityOf(held, "audio")),
  camera: (socket, { log, signal, ...held }) => serveCamera(socket, capabilityOf(held, "cameraImage"), log, signal),
  log: (socket, { log, signal, watched, age, ...held }) =>
    serveLog(socket, capabilityOf(held, "log"), log, signal, watched, age),
  performance: (socket, { performance, watched }) => performance?.serve(socket, watched),
  recording: (socket, { recording, watched }) => recording?.serve(socket, watched),
  pointers: (socket, { pointers, who, watched }) => pointers.serve(socket, who, watched),
  trial: (socket, { trial, signal }) => trial(socket, signal),
  signaling: (socket, { paths, direct, log }) => serveSignaling(socket, paths, direct, log),
};

/** @throws Refusal capability_missing */
export function demandStream(held: Held, stream: StreamName): void {
  capabilityOf(held, STREAMS[stream].needs);
}

export const serveStream = async (stream: StreamName, socket: StreamEnd, room: StreamRoom): Promise<void> =>
  SERVE[stream](socket, room);

function capabilityOf<Name extends keyof Capabilities>({ serial, device }: Held, capability: Name) {
  const found = device.capabilities[capability];
  if (found === undefined) throw new Refusal("capability_missing", { device_id: serial, capability });
  return found;
}
