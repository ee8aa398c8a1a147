/** As many characters as git itself shows. */
const SHORT_COMMIT = 7;

/** A commit as people call it; empty where there is none. */
export const shortCommit = (commit_id: string): string => commit_id.slice(0, SHORT_COMMIT);
