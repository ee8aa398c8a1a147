import { backoffMs, Redialling } from "@udt/base";
import { socketUrl } from "@udt/client";
import { closeCode, ERRORS, isRefusal, SOCKETS, waitingMessage, type UserState } from "@udt/contract";
import { useEffect, useState } from "react";
import { baseUrl } from "../../lib/api/api.ts";

const TOO_MANY = closeCode(ERRORS.too_many_attempts.status);

/** How an account stands that waits for an administrator, from the moment on at which they decide; undefined where nobody waits. */
export function useDecision(token: string | null): UserState | undefined {
  const [state, setState] = useState<UserState>();
  useEffect(() => {
    if (token === null) return undefined;
    const redialling = new Redialling();
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let socket: WebSocket | undefined;
    const dial = () => {
      socket = new WebSocket(socketUrl(baseUrl, SOCKETS.waiting, { token }, {}));
      socket.addEventListener("open", () => redialling.opened());
      socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
        const said = waitingMessage.parse(JSON.parse(data));
        setState(said.state);
        isOver = said.state !== "approving";
      });
      socket.addEventListener("close", ({ code }) => {
        // Decided, or refused for good: signing in tells where it stands. Other pages of it may close.
        if (!isOver && (!isRefusal(code) || code === TOO_MANY))
          timer = setTimeout(dial, backoffMs(redialling.broken()));
      });
    };
    dial();
    return () => {
      isOver = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [token]);
  return state;
}
