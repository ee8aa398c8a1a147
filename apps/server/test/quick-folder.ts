import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes a folder for files that are written at every turn, such as a database's; the test runner says where that is quick.
 *
 * @param prefix what its name begins with
 */
export const quickFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(process.env["UDT_TEST_FOLDER"] ?? tmpdir(), prefix));
