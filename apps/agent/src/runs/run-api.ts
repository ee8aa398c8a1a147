import { type Said, backoffMs, delay } from "@udt/base";
import {
  ENDPOINTS,
  type MemoryWish,
  type PhaseName,
  type RunCaseResult,
  type RunCaseTask,
  type RunOutcome,
  type RunSpec,
} from "@udt/contract";
import { PartApi, PartOver, RETRY_CAP_MS, UPLOAD_TIMEOUT_MS } from "../part-api.ts";

export { PartOver } from "../part-api.ts";

const CLAIM_WAIT_MS = 20_000;

/** One device's part in a run, as the server knows it. */
export class RunApi extends PartApi {
  /**
   * What is to be done. The server hears over the link that the device is ready, and may hear it after this question: until
   * then it refuses. A lease that really is over ends the session, and with it the signal.
   */
  async spec(signal: AbortSignal): Promise<RunSpec> {
    const { params, lease_token } = this;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.ask(signal, () =>
          this.client.call(ENDPOINTS.agentRunSpec, { params, query: { lease_token }, signal }),
        );
      } catch (error) {
        if (!(error instanceof PartOver)) throw error;
        await delay(backoffMs(attempt, 50, RETRY_CAP_MS), signal);
      }
    }
  }

  async phase(name: PhaseName, error: Said | null, signal: AbortSignal): Promise<void> {
    const body = { lease_token: this.lease_token, name, error };
    await this.ask(signal, () => this.client.call(ENDPOINTS.agentRunPhase, { params: this.params, body, signal }));
  }

  /** What is to be sampled of the app's memory; the server says on the report why nothing is. */
  memory(fault: Said | null, signal: AbortSignal): Promise<{ wish: MemoryWish | null }> {
    const body = { lease_token: this.lease_token, fault };
    return this.ask(signal, () => this.client.call(ENDPOINTS.agentRunMemory, { params: this.params, body, signal }));
  }

  claim(max: number, signal: AbortSignal): Promise<{ cases: RunCaseTask[]; done: boolean }> {
    const body = { lease_token: this.lease_token, max, wait_ms: CLAIM_WAIT_MS };
    return this.ask(signal, () => this.client.call(ENDPOINTS.agentRunClaim, { params: this.params, body, signal }));
  }

  async discover(
    cases: { case_key: string; name: string; file: string; function: string }[],
    { while_running }: { while_running: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    const body = { lease_token: this.lease_token, cases, while_running };
    await this.ask(signal, () => this.client.call(ENDPOINTS.agentRunDiscover, { params: this.params, body, signal }));
  }

  /** Answers the cases that must not go on. */
  async results(results: RunCaseResult[], signal: AbortSignal): Promise<number[]> {
    const body = { lease_token: this.lease_token, results };
    const answer = await this.ask(signal, () =>
      this.client.call(ENDPOINTS.agentRunResults, { params: this.params, body, signal }),
    );
    return answer.cancelled;
  }

  async finish(outcome: RunOutcome, error: Said | null, signal: AbortSignal): Promise<void> {
    const body = { lease_token: this.lease_token, outcome, error };
    await this.ask(signal, () => this.client.call(ENDPOINTS.agentRunFinish, { params: this.params, body, signal }));
  }

  /** The library's files at the run's commit, as a gzipped tar. */
  snapshot(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const call = {
      params: this.params,
      query: { lease_token: this.lease_token },
      signal,
      timeoutMs: UPLOAD_TIMEOUT_MS,
    };
    return this.bytesOf(signal, () => this.client.raw(ENDPOINTS.agentRunSnapshot, call));
  }
}
