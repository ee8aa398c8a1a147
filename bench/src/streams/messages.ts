/** What the benchmark and its helper processes tell each other over IPC. */
export type ToSource =
  | { type: "agent"; server_url: string; token: string; device_count: number; frames_file: string }
  | { type: "pipe"; url: string; count: number; frames_file: string }
  /** Send frames on every open stream for so long. */
  | { type: "play"; seconds: number }
  | { type: "hang_up" };
export type FromSource = { type: "ready" } | { type: "played"; frames: number; bytes: number; seconds: number };

export type ToViewers =
  | { type: "open"; urls: string[]; cookie: string }
  /** Forget what was counted so far. */
  | { type: "reset" }
  | { type: "count" }
  | { type: "hang_up" };
export type FromViewers =
  | { type: "opened" }
  | { type: "reset_done" }
  /** Frames that each viewer got, and how old frames were on arrival, milliseconds. */
  | { type: "counted"; frames: number[]; p50_ms: number; p95_ms: number };

export type FromPipe = { type: "listening"; port: number };
