/** Ports of a network that programs run in already, opened from outside of it: nothing of ours stays where they are. */
import { spawn } from "node:child_process";
import type { Server } from "node:net";

/** Hands the listening socket to the agent: it stays in the network that it was made in. */
const OPENER = `
import { createServer } from "node:net";
const server = createServer();
server.once("error", (error) => process.send(error.code ?? error.message, () => process.exit(1)));
server.listen(Number(process.argv[1]), "127.0.0.1", () => process.send("open", server));
process.once("message", () => process.exit(0));
`;
const TOOLS_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";
const OPEN_TIMEOUT_MS = 10_000;

/**
 * @param pid a process in the network
 * @throws Error when the port is taken there, or the agent may not enter
 */
export async function openPortIn(pid: number | undefined, port: number): Promise<Server> {
  if (pid === undefined) throw new Error("the program is not there yet");
  // An agent that is not root made the network in a user namespace of its own.
  const user = process.getuid?.() === 0 ? [] : [`--user=/proc/${pid}/ns/user`, "--preserve-credentials"];
  const node = [process.execPath, "--input-type=module", "-e", OPENER, String(port)];
  const child = spawn("nsenter", [...user, `--net=/proc/${pid}/ns/net`, ...node], {
    cwd: "/",
    env: { PATH: TOOLS_PATH },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    timeout: OPEN_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  let words = "";
  child.stderr?.on("data", (piece: Buffer) => (words = (words + piece.toString()).slice(-500)));
  child.on("error", reject);
  child.on("close", () => reject(new Error(words.trim() || "the port cannot be opened")));
  child.on("message", (said, server) => {
    if (said !== "open") return reject(new Error(String(said)));
    resolve(server as Server);
    child.send("taken", () => undefined);
  });
  return promise;
}
