/** What is said of repositories elsewhere, and of pushes there: part of the table of words. */
export const OUTSIDE_WORDS = {
  repository_moved: "the repository has moved",
  repository_moved_to: "the repository has moved to {url}",
  outside_declined: "the repository declines this push",
  outside_moved: "others push to {branch} again and again",
  outside_no_push: "this access may not push",
  outside_push_failed: "git could not push",
  outside_git_old: "git on the server is older than {version}: it cannot be held to checked addresses",
  outside_fetch_long: "fetching took longer than {minutes} min",
  outside_fetch_failed: "git could not fetch the repository",
} as const;
