/** What programs need to drive a device: calls, sockets, and plain words for what they are refused. */
import type { Client } from "../client.ts";

export interface DeviceAccess {
  client: Client;
  /** Opens a socket at this address as the same caller as the client's calls. */
  connect(url: string): WebSocket;
  /** Ends what waits. */
  signal?: AbortSignal | undefined;
}

/** Which running test's device is meant. */
export interface DevicePlace {
  project: string;
  test_id: string;
  device_id: string;
}

export type DriveFaultCode =
  | "project_missing"
  | "no_idle_device"
  | "not_a_session"
  | "session_ended"
  | "session_not_ready"
  | "element_gone"
  | "element_ambiguous"
  | "element_hidden"
  | "point_outside"
  | "point_missing"
  | "input_refused"
  | "no_picture"
  | "no_answer"
  | "stream_closed"
  | "not_measured"
  | "no_video"
  | "not_text"
  | "file_too_large"
  | "install_failed";

/** Why something could not be done, where the server refused nothing: a code for programs, and a sentence that says what to do. */
export class DriveFault extends Error {
  readonly code: DriveFaultCode;
  /** The argument that it is about; undefined where it is about none. */
  readonly field: string | undefined;
  constructor(code: DriveFaultCode, message: string, field?: string) {
    super(message);
    this.name = "DriveFault";
    this.code = code;
    this.field = field;
  }
}
