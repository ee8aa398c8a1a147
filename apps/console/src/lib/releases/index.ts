export { markReleasesSeen, NEWEST_RELEASE, useUnseenRelease } from "./releases.ts";
