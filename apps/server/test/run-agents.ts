/** Agents that run what they are given, by HTTP calls to a server of their choice. */
import { expect } from "vitest";
import {
  ENDPOINTS,
  envelope,
  failureData,
  fillPath,
  type DataOf,
  type Endpoint,
  type RunCaseResult,
  type RunCaseTask,
  type ServerToAgent,
} from "@udt/contract";
import { until, type TestAgent, type TestServer } from "./harness.ts";
import { ScriptedAgent } from "./scripted-agent.ts";

export type Start = Extract<ServerToAgent, { type: "session_start" }>;
type Refused = { code: string };

/** What is told of a case that passed. */
export const PASSED = {
  state: "success",
  cause: "none",
  started_at: 1,
  ended_at: 2,
  error: "",
  reason: null,
  detail: null,
} as const satisfies Omit<RunCaseResult, "case_run_id">;

/** An agent's calls about one device of a run. A call that is refused is answered with the error's name. */
export class RunPart {
  readonly start: Start;
  readonly #url: () => string;
  readonly #token: string;

  constructor(start: Start, url: () => string, token: string) {
    this.start = start;
    this.#url = url;
    this.#token = token;
  }

  /** Once the server has heard that the device runs. */
  ready(): Promise<DataOf<typeof ENDPOINTS.agentRunSpec>> {
    return until(async () => {
      const spec = await this.#call(ENDPOINTS.agentRunSpec, {}, { lease_token: String(this.start.lease_token) });
      if ("code" in spec) return expect.fail(spec.code);
      return spec;
    });
  }

  claim(max = 100, wait_ms = 0) {
    return this.#call(ENDPOINTS.agentRunClaim, { max, wait_ms });
  }

  discover(keys: readonly string[]) {
    const cases = keys.map((case_key) => ({ case_key, name: case_key, file: "", function: "" }));
    return this.#call(ENDPOINTS.agentRunDiscover, { cases });
  }

  results(tasks: readonly RunCaseTask[], change: Partial<RunCaseResult> = {}) {
    const results = tasks.map(({ case_run_id }): RunCaseResult => ({ case_run_id, ...PASSED, ...change }));
    return this.#call(ENDPOINTS.agentRunResults, { results });
  }

  finish() {
    return this.#call(ENDPOINTS.agentRunFinish, { outcome: "done", error: null });
  }

  async #call<E extends Endpoint>(
    endpoint: E,
    body: object,
    query: Record<string, string> = {},
  ): Promise<DataOf<E> | Refused> {
    const { test_id, device_id, lease_token } = this.start;
    const path = `${fillPath(endpoint.path, { test_id, device_id })}?${new URLSearchParams(query)}`;
    const response = await fetch(this.#url() + path, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      ...(endpoint.method !== "GET" && { body: JSON.stringify({ lease_token, ...body }) }),
    });
    const answer = envelope.parse(await response.json());
    return answer.ret === 0 ? (answer.data as DataOf<E>) : { code: failureData.parse(answer.data).code };
  }
}

/** The parts of a run on the devices that its agent was given, ready. */
export async function partsOf(udt: TestServer, agent: TestAgent, test_id: string, many: number): Promise<RunPart[]> {
  const starts = await until(() => {
    const found = agent.all("session_start").filter((start) => start.test_id === test_id);
    expect(found).toHaveLength(many);
    return found;
  });
  const parts = starts.map((start) => new RunPart(start, () => udt.server.url, agent.token));
  for (const part of parts) await part.ready();
  return parts;
}

/** What a call was answered with. @throws where it was refused */
function taken<T>(answer: T | Refused): T {
  if (answer !== null && typeof answer === "object" && "code" in answer) throw new Error(`refused: ${answer.code}`);
  return answer as T;
}

/** Runs every job that its agent is given to the end, each device by itself, and notes which cases it was given. */
export class RunningAgent {
  readonly parts: RunPart[] = [];
  readonly claimed: { test_id: string; case_run_id: number }[] = [];
  /** Why parts were left before their end: a run with such a part never comes to its own. */
  readonly failures: unknown[] = [];
  readonly #doing: Promise<void>[] = [];

  /** @param url Which server it calls; its link is its own affair. */
  constructor(agent: ScriptedAgent, token: string, url: () => string, discovers: readonly string[] = []) {
    const answer = agent.script.session_start;
    agent.script.session_start = (message) => {
      if (message.kind === "job") {
        const part = new RunPart(message, url, token);
        this.parts.push(part);
        const done = this.#run(part, discovers);
        done.catch((failure: unknown) => this.failures.push(failure));
        this.#doing.push(done);
      }
      return answer(message);
    };
  }

  /** Resolves once all that it was given so far is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#doing);
  }

  async #run(part: RunPart, discovers: readonly string[]): Promise<void> {
    const { library } = await part.ready();
    if (library === null && discovers.length > 0) taken(await part.discover(discovers));
    for (;;) {
      const { cases, done } = taken(await part.claim(2, 20_000));
      for (const { case_run_id } of cases) this.claimed.push({ test_id: part.start.test_id, case_run_id });
      taken(await part.results(cases));
      if (done) break;
    }
    taken(await part.finish());
  }
}
