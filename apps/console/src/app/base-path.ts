/** Below which every page is; "/" or without a slash at its end. */
export const basename = new URL(document.baseURI).pathname.replace(/\/$/, "") || "/";

/** A path of the page's as the routes have it. */
export const belowBase = (path: string): string => (basename === "/" ? path : path.slice(basename.length));
