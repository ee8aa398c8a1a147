import type { BrowserStreamName } from "@udt/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../api/api.ts";
import { createStore, useStore } from "./store.ts";
import { openStream, type Stream, type StreamHandlers, type StreamState, type StreamTarget } from "./stream.ts";
import type { StreamOut } from "@udt/client";

export interface UseStream<N extends BrowserStreamName> {
  state: StreamState;
  send: (message: StreamOut<N>) => boolean;
  sendBytes: (bytes: Uint8Array<ArrayBuffer>) => boolean;
  reconnect: () => void;
}

/**
 * A stream that lives as long as the component and `enabled`. Handlers may change between renders; the newest hear.
 * Messages do not pass through React's state, so a flood of them renders nothing by itself.
 */
export function useStream<N extends BrowserStreamName>(
  name: N,
  target: StreamTarget,
  handlers: StreamHandlers<N>,
  enabled = true,
): UseStream<N> {
  const [state] = useState(() => createStore<StreamState>({ name: "connecting" }));
  const stream = useRef<Stream<N> | undefined>(undefined);
  const newest = useRef(handlers);
  useEffect(() => {
    newest.current = handlers;
  });
  const { test_id, device_id, project, profile } = target;
  useEffect(() => {
    if (!enabled) return undefined;
    state.set({ name: "connecting" });
    const opened = openStream(
      name,
      { test_id, device_id, project, ...(profile && { profile }) },
      {
        onState: (next) => {
          state.set(next);
          newest.current.onState?.(next);
        },
        onMessage: (message) => newest.current.onMessage?.(message),
        onBytes: (bytes) => newest.current.onBytes?.(bytes),
      },
      { baseUrl: api.baseUrl },
    );
    stream.current = opened;
    return () => {
      stream.current = undefined;
      opened.close();
    };
  }, [state, name, test_id, device_id, project, profile, enabled]);

  return {
    state: useStore(state),
    send: useCallback((message) => stream.current?.send(message) ?? false, []),
    sendBytes: useCallback((bytes) => stream.current?.sendBytes(bytes) ?? false, []),
    reconnect: useCallback(() => stream.current?.reconnect(), []),
  };
}
