/** Lets code outside the component tree (the error policy) move the page. The router puts itself here when it starts. */
type Go = (path: string) => void;

let go: Go = loadPage;

export function setNavigator(navigate: Go): void {
  go = navigate;
}

/** Loads a path of the console as a new page: everything in memory is gone. */
export function loadPage(path: string): void {
  window.location.assign(new URL(path.replace(/^\//, ""), document.baseURI).href);
}

/** Goes to a path of the console, below its base path. */
export const navigateTo = (path: string): void => go(path);

/** The path, query and hash of the page, without the base path. */
export function currentPath(): string {
  const base = new URL(document.baseURI).pathname.replace(/\/$/, "");
  const { pathname, search, hash } = window.location;
  return (pathname.startsWith(base) ? pathname.slice(base.length) : pathname) + search + hash || "/";
}
