import { closeCode, ERRORS, type ErrorName, type UdtError } from "@udt/contract";
import type { WebSocket } from "ws";

/** With the code and reason of a row of the table of errors. */
export const closeFor = (socket: WebSocket, why: ErrorName): void =>
  closeSocket(socket, closeCode(ERRORS[why].status), why);

export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  // A paused socket would not see the other's close frame.
  socket.resume();
  socket.close(code, reason);
}

const ends = new WeakMap<WebSocket, UdtError>();

/** The same, with what the row is filled with: for who waits at this server's own end of it. */
export function endFor(socket: WebSocket, why: UdtError): void {
  ends.set(socket, why);
  closeFor(socket, why.code);
}

/** Why this server closed a socket of its own; undefined where the other end did. */
export const endOf = (socket: WebSocket): UdtError | undefined => ends.get(socket);
