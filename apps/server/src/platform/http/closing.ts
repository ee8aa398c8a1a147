import { closeCode, ERRORS, type ErrorName } from "@udt/contract";
import type { WebSocket } from "ws";

/** With the code and reason of a row of the table of errors. */
export const closeFor = (socket: WebSocket, why: ErrorName): void =>
  closeSocket(socket, closeCode(ERRORS[why].status), why);

export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  // A paused socket would not see the other's close frame.
  socket.resume();
  socket.close(code, reason);
}
