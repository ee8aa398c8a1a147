/** Which releases there are, newest first; their words are in the texts, one entry each. */
export const RELEASES = [
  {
    version: "0.1.0",
    key: "v0_1_0",
    date: "2026-11-20",
    notes: ["automation", "connected", "orgs", "admin", "overview", "sync", "members"],
  },
  { version: "0.0.1", key: "v0_0_1", date: "2026-11-20", notes: ["debug", "projects", "people", "languages"] },
] as const;
