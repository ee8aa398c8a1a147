import { useQueryClient } from "@tanstack/react-query";
import { connectEvents, type EventsState } from "@udt/client";
import type { ConsoleEvent } from "@udt/contract";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { baseUrl, latestEventId } from "../api/api.ts";
import { createInvalidator } from "./invalidate.ts";

type Handler = (event: ConsoleEvent) => void;

interface Events {
  readonly state: EventsState;
  subscribe(handler: Handler): () => void;
}

const EventsContext = createContext<Events | undefined>(undefined);

/**
 * One events connection for all screens of a project: keeps the query cache true and hands events on to features. Without
 * a project (null) it follows what concerns the person alone; while nobody knows yet which there is, nothing.
 */
export function EventsProvider({ projectId, children }: { projectId: string | null | undefined; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<EventsState>("connecting");
  const [handlers] = useState(() => new Set<Handler>());
  /** Of projects that were followed earlier: up to which event. */
  const [left] = useState(() => new Map<string | null, number>());

  useEffect(() => {
    if (projectId === undefined) return undefined;
    const invalidator = createInvalidator(queryClient, projectId);
    // What answers before this connection is there has changes told that come in between; and what is still known of an earlier
    // visit, those since that was over.
    const after = Math.min(left.get(projectId) ?? Infinity, latestEventId() ?? Infinity);
    let heard = 0;
    const connection = connectEvents({
      baseUrl,
      project: projectId ?? undefined,
      after: () => (after === Infinity ? undefined : after),
      onState: (next) => {
        setState(next);
        if (next === "open") invalidator.retryFailed();
        // No longer welcome, perhaps: what the page still shows is asked for again, and the answers say why.
        if (next === "refused") invalidator.readAnew();
      },
      onEvent: (event) => {
        heard = Math.max(heard, event.event_id);
        invalidator.add(event);
        for (const handler of handlers) handler(event);
      },
    });
    return () => {
      connection.close();
      invalidator.close();
      left.set(projectId, Math.max(heard, after === Infinity ? 0 : after));
      // What one project's connection came to says nothing of where the page goes next.
      setState("connecting");
    };
  }, [queryClient, projectId, handlers, left]);

  const subscribe = useCallback(
    (handler: Handler) => {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    [handlers],
  );
  const events = useMemo(() => ({ state, subscribe }), [state, subscribe]);
  return <EventsContext value={events}>{children}</EventsContext>;
}

function useEvents(): Events {
  const events = useContext(EventsContext);
  if (!events) throw new Error("this screen is not below an EventsProvider");
  return events;
}

/** Whether what the page shows is live. */
export const useEventsState = (): EventsState => useEvents().state;

/** Sees each event of the project as it comes. The handler may change on every render. */
export function useConsoleEvents(handler: Handler): void {
  const { subscribe } = useEvents();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => subscribe((event) => latest.current(event)), [subscribe]);
}
