import type { ScriptEntry } from "@udt/contract";
import { useState } from "react";
import { useUrlFilters } from "../../../lib/list/index.ts";

/** What is opened when nothing was asked for. */
const FIRST = "README.md";

/** The open files; which of them shows stands in the address. */
export function useTabs(entries: readonly ScriptEntry[]) {
  const [search, set] = useUrlFilters();
  const isThere = (path: string) => entries.some((entry) => entry.path === path);
  const asked = search.get("path") ?? undefined;
  const [opened, setOpened] = useState(() => (asked === undefined ? [FIRST] : [asked]));
  // What others took away closes by itself, and what the address names opens.
  const all = asked === undefined || opened.includes(asked) ? opened : [...opened, asked];
  const tabs = all.filter(isThere);
  const active = asked !== undefined && isThere(asked) ? asked : tabs[0];
  const open = (path: string) => {
    if (!all.includes(path)) setOpened([...all, path]);
    set({ path }, { replace: true });
  };
  /** Puts another one in a tab's place, or nothing. */
  const replace = (path: string, next: string | undefined) => {
    const at = tabs.indexOf(path);
    const left = all.flatMap((one) => (one === path ? (next ?? []) : [one]));
    setOpened([...new Set(left)]);
    if (path !== active) return;
    const others = tabs.filter((one) => one !== path);
    set({ path: next ?? others[Math.min(Math.max(at, 0), others.length - 1)] }, { replace: true });
  };
  return { tabs, active, open, replace };
}
