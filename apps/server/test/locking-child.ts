/** Takes the lock of each folder that it is told, and says whether it got it. */
import { lockFolder } from "../src/platform/database/folder-lock.ts";

/** A lock that nobody holds on to would be collected. */
const held: unknown[] = [];

process.on("message", (folder: string) => {
  try {
    held.push(lockFolder(folder));
    process.send!("locked");
  } catch (error) {
    process.send!(error instanceof Error ? error.message : String(error));
  }
});
process.send!("ready");
