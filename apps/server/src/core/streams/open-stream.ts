import type { ErrorName, StreamName } from "@udt/contract";
import type { WebSocket } from "ws";
import type { Caller, CallerTest, CallerUser } from "../../platform/http/caller.ts";
import { closeFor } from "./closing.ts";

export interface Viewer {
  user: CallerUser;
  session_hash: string;
  test: CallerTest;
  only_reads: boolean;
}
export const viewerOf = ({ user, session_hash, test, only_reads }: Caller): Viewer => ({
  user,
  session_hash,
  test,
  only_reads,
});

export interface OpenStream {
  stream: StreamName;
  test_id: string;
  project_id: string;
  agent_id: string;
  /** Whose sign-in it ends with, and as whom; null for who came by a link. */
  viewer: Viewer | null;
  link_id: string | null;
  /** Whether what comes over it may change the device. */
  isDriving: boolean;
  /** Whether people drive such tests at all: nobody has control of a run's device. */
  isOfPeople: boolean;
  browser: WebSocket;
  /** As whom they may go on; nobody for who came by a link. @throws UdtError when they may not */
  recheck: () => Promise<Caller | undefined>;
  agent?: WebSocket;
}

export function close(stream: OpenStream, why: ErrorName): void {
  for (const socket of [stream.browser, stream.agent]) if (socket) closeFor(socket, why);
}
