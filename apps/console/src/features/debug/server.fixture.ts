import { vi } from "vitest";

/** What was asked of the server: `POST /v1/…`, and the body that went with it. */
export interface Asked {
  call: string;
  body: unknown;
}

type Answer = { data: unknown } | { code: string; status: number };

/** In place of a server: answers a call by its method and the end of its path, and where need be its body, and nothing else ever. */
export function answering(answers: Readonly<Record<string, Answer | ((body: unknown) => Answer)>>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", (url: string, { method, body }: { method: string; body?: string }) => {
    const call = `${method} ${new URL(url).pathname}`;
    const sent: unknown = body === undefined ? undefined : JSON.parse(body);
    asked.push({ call, body: sent });
    const [, known] = Object.entries(answers).find(([end]) => call.endsWith(end)) ?? [];
    if (!known) return new Promise<never>(() => {});
    const answer = typeof known === "function" ? known(sent) : known;
    const said = { msg: "", request_id: "r" };
    return "data" in answer
      ? Promise.resolve(Response.json({ ret: 0, ...said, data: answer.data }))
      : Promise.resolve(
          Response.json({ ret: 1, ...said, data: { code: answer.code, args: {} } }, { status: answer.status }),
        );
  });
  return asked;
}

/** A project from which the app of a session was deleted: one is begun without it alone. */
export const withoutApp = (body: unknown): Answer =>
  (body as { app_id?: string }).app_id === undefined
    ? { data: { test_id: "t2" } }
    : { code: "app_not_found", status: 404 };
