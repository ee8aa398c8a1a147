import { useEffect, useState } from "react";
import { atLeast, parseLogQuery, type LogLevel, type LogQueryError } from "./log-query.ts";
import type { LogStore } from "./log-store.ts";

const TYPING_MS = 150;

/** What of the log is shown: from which level on, and what passes the query. Keeps the store's view to it. */
export function useLogFilter(store: LogStore) {
  const [level, setLevel] = useState<LogLevel>("V");
  const [query, setQuery] = useState("");
  const [problem, setProblem] = useState<LogQueryError>();

  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(
      async () => {
        const parsed = await parseLogQuery(query);
        if (!isLatest) return;
        setProblem(parsed.ok ? undefined : parsed.error);
        // A query with a mistake in it leaves the list as it was.
        if (!parsed.ok) return;
        const passesLevel = atLeast(level);
        store.view.filter((line) => passesLevel(line) && parsed.value(line));
        store.refreshNow();
      },
      query ? TYPING_MS : 0,
    );
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [store, level, query]);

  return { level, setLevel, query, setQuery, problem };
}
