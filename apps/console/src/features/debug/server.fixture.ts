import { vi } from "vitest";

/** What was asked of the server: `POST /v1/…`, and the body that went with it. */
export interface Asked {
  call: string;
  body: unknown;
}

type Answer = { data: unknown } | { code: string; status: number };

/** In place of a server: answers a call by its method and the end of its path, and nothing else ever. */
export function answering(answers: Readonly<Record<string, Answer>>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", (url: string, { method, body }: { method: string; body?: string }) => {
    const call = `${method} ${new URL(url).pathname}`;
    asked.push({ call, body: body === undefined ? undefined : JSON.parse(body) });
    const [, answer] = Object.entries(answers).find(([end]) => call.endsWith(end)) ?? [];
    if (!answer) return new Promise<never>(() => {});
    const said = { msg: "", request_id: "r" };
    return "data" in answer
      ? Promise.resolve(Response.json({ ret: 0, ...said, data: answer.data }))
      : Promise.resolve(
          Response.json({ ret: 1, ...said, data: { code: answer.code, args: {} } }, { status: answer.status }),
        );
  });
  return asked;
}
