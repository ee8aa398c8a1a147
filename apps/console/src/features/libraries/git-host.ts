import { libraryRules } from "@udt/contract";

/** Where repositories are kept, by how they call things. */
export const GIT_HOSTS = ["github", "gitlab", "gitea", "plain"] as const;
export type GitHost = (typeof GIT_HOSTS)[number];

/** Who hosts a repository, by its address; undefined where the address does not tell. */
export function gitHostOf(url: string): GitHost | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  if (hostname === "github.com" || hostname.startsWith("github.")) return "github";
  if (hostname.includes("gitlab")) return "gitlab";
  return ["gitea", "forgejo", "codeberg"].some((name) => hostname.includes(name)) ? "gitea" : undefined;
}

export const ADDRESS_EXAMPLES: Record<GitHost, string> = {
  github: "https://github.com/team/tests.git",
  gitlab: "https://gitlab.example.com/team/tests.git",
  gitea: "https://gitea.example.com/team/tests.git",
  plain: "https://git.example.com/team/tests.git",
};

const TOKEN_PAGES: Record<Exclude<GitHost, "plain">, string> = {
  github: "/settings/personal-access-tokens/new",
  gitlab: "/-/user_settings/personal_access_tokens",
  gitea: "/user/settings/applications",
};

/** Where a token is made at the host of an address; undefined where nobody knows. */
export function tokenPageOf(host: GitHost, url: string): string | undefined {
  if (host === "plain" || !URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  return /^https?:$/.test(protocol) ? origin + TOKEN_PAGES[host] : undefined;
}

/** What hosts put behind a repository's own address when one of its pages is looked at. */
const PAGES = new Set([
  "-",
  "tree",
  "blob",
  "src",
  "commits",
  "pulls",
  "issues",
  "actions",
  "releases",
  "wiki",
  "settings",
]);

/** The address that was meant by what git takes over ssh, or by the address of one of the repository's pages. */
export function meantAddress(typed: string): string | undefined {
  const meant = overSsh(typed.trim()) ?? ofPage(typed.trim());
  return meant !== undefined && libraryRules.repositoryUrl.safeParse(meant).success ? meant : undefined;
}

const withGit = (path: string): string => (path.endsWith(".git") ? path : `${path}.git`);

/** `git@host:team/tests.git` or `ssh://git@host:22/team/tests.git`. */
function overSsh(typed: string): string | undefined {
  if (typed.startsWith("ssh://") && URL.canParse(typed)) {
    const { hostname, pathname } = new URL(typed);
    return `https://${hostname}${withGit(pathname)}`;
  }
  const [user = "", rest] = typed.split("@", 2);
  const [host, path] = rest?.split(":", 2) ?? [];
  if (user === "" || user.includes("/") || !host || !path) return undefined;
  return `https://${host}/${withGit(path)}`;
}

/** `https://host/team/tests`, and what is below. */
function ofPage(typed: string): string | undefined {
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return undefined;
  const { origin, pathname } = new URL(typed);
  const parts = pathname.split("/").filter((part) => part !== "");
  const end = parts.findIndex((part, at) => at > 1 && PAGES.has(part));
  const path = parts.slice(0, end === -1 ? undefined : end);
  // A host's own pages, and a team's, are no repositories.
  return path.length < 2 || path.at(-1)?.endsWith(".git") ? undefined : `${origin}/${path.join("/")}.git`;
}
