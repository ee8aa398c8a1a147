import { ENDPOINTS, type DataOf } from "@udt/contract";
import { PartApi, UPLOAD_TIMEOUT_MS } from "../part-api.ts";

/** A trial on one device, as the server knows it. */
export class TrialApi extends PartApi {
  /** What is to be run. */
  spec(ticket: string, signal: AbortSignal): Promise<DataOf<typeof ENDPOINTS.agentTrialSpec>> {
    return this.ask(signal, () => this.client.call(ENDPOINTS.agentTrialSpec, { ...this.#call(ticket), signal }));
  }

  /** Its files, as a gzipped tar. They are answered once. */
  snapshot(ticket: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const call = { ...this.#call(ticket), signal, timeoutMs: UPLOAD_TIMEOUT_MS };
    return this.bytesOf(signal, () => this.client.raw(ENDPOINTS.agentTrialSnapshot, call));
  }

  #call = (trial_ticket: string) => ({ params: this.params, query: { lease_token: this.lease_token, trial_ticket } });
}
