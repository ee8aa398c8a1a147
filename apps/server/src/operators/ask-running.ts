import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { askOperatorSocket } from "../platform/operator-socket.ts";
import type { ServerSettings } from "../platform/settings.ts";
import { RelayedRefusal } from "./refusal.ts";

const refusal = z.object({ sentence: z.string() });

/** The data of an answer by the server that runs on the data folder; undefined when none does. @throws RelayedRefusal */
export async function askRunning(settings: ServerSettings, path: string, body: object): Promise<unknown> {
  const answer = await askOperatorSocket(settings.data_dir, { path, body });
  return answer && json(await granted(answer));
}

/** The answer, unless it is a refusal. @throws RelayedRefusal */
export async function granted(answer: IncomingMessage): Promise<IncomingMessage> {
  if (answer.statusCode === 200) return answer;
  throw new RelayedRefusal(refusal.parse(await json(answer)).sentence);
}
