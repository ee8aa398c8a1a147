import type { CallerUser } from "../../platform/http/caller.ts";

/** As a commit names people. */
export function identityOf({ user_id, user_name }: CallerUser): Record<string, string> {
  // Git cuts these out of names and off their ends, and takes none of which nothing is left.
  const name = /[^.,:;"'\\<>\s\p{Cc}]/u.test(user_name) ? user_name.replace(/\p{Cc}/gu, " ") : "UDT";
  const email = `${user_id}@users.noreply.udt`;
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}
