import { config } from "../config/index.ts";
import { paths } from "./paths.ts";

/**
 * Document 1 §4, for who has no session, or none any more: the operator's own sign-in page when there is one, else sign-in,
 * or on a public host the welcome.
 * @param here The path that was wanted.
 * @returns Where to go within the console; undefined when the browser leaves it.
 */
export function pathWithoutSession(here: string): string | undefined {
  const { login_url, private_build } = config();
  if (login_url !== "") {
    const url = new URL(login_url);
    url.searchParams.set("redirect", window.location.href);
    window.location.replace(url.href);
    return undefined;
  }
  return private_build ? paths.login(here) : paths.home();
}
