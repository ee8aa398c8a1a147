/** Takes the lock of each folder that it is told, and says whether it got it. */
import { lockFolder } from "../src/platform/database/folder-lock.ts";

process.on("message", (folder: string) => {
  try {
    lockFolder(folder);
    process.send!("locked");
  } catch (error) {
    process.send!(error instanceof Error ? error.message : String(error));
  }
});
process.send!("ready");
