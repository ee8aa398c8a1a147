import { ENDPOINTS, ERRORS, type DataOf, type Endpoint, type ErrorName, type ResourceState } from "@udt/contract";

/** A file that an agent sends piece by piece, as it has come. */
export interface ShelvedFile {
  resource_id: string;
  name: string;
  kind: string;
  content_type: string;
  started_at: number;
  pieces: { bytes: Buffer; duration_ms: number; is_start: boolean }[];
  duration_ms: number;
  ended: boolean;
  state: ResourceState;
}

type Answer = { status: number; data: unknown; ret?: number };
const ok = <E extends Endpoint>(endpoint: E, data: DataOf<E>): Answer => ({
  status: 200,
  data: endpoint.response.parse(data),
});

/** The server's side of growing files, held to the contract. */
export class GrowingShelf {
  readonly files: ShelvedFile[] = [];
  /** Answers every call with this status instead, as a server that is away or full does. */
  failing: number | undefined;
  /** Takes what comes and then answers as {@link failing}: the answer is lost. */
  isDeaf = false;
  /** Refuses every call for good, but the end. */
  refusing: ErrorName | undefined;

  /** Undefined for a call that is not about such a file. */
  answer(method: string, url: URL, body: Buffer): Answer | undefined {
    const [, rest] = url.pathname.split("/resources");
    if (rest === undefined) return undefined;
    const [, resource_id, verb, piece] = rest.split("/");
    if (method === "PUT" && resource_id === undefined) return undefined;
    const { refusing, failing } = this;
    if (refusing && verb !== "end") return { ...ERRORS[refusing], data: { code: refusing, args: {} } };
    if (failing !== undefined && !this.isDeaf) return { status: failing, data: null };
    const answer = this.#take(method, { resource_id, verb, piece }, url, body);
    return failing === undefined ? answer : { status: failing, data: null };
  }

  #take(
    method: string,
    { resource_id, verb, piece }: Record<"resource_id" | "verb" | "piece", string | undefined>,
    url: URL,
    body: Buffer,
  ): Answer | undefined {
    if (method === "POST" && resource_id === undefined) return this.#begin(JSON.parse(body.toString()));
    const file = this.files.find((one) => one.resource_id === resource_id);
    if (!file) return undefined;
    if (verb === "end") {
      const { duration_ms, state } = ENDPOINTS.agentResourceEnd.body!.parse(JSON.parse(body.toString()));
      file.ended = true;
      file.state = state;
      file.duration_ms = Math.max(file.duration_ms, duration_ms ?? 0);
      return ok(ENDPOINTS.agentResourceEnd, null);
    }
    const query = ENDPOINTS.agentResourcePiece.query!.parse(Object.fromEntries(url.searchParams));
    if (Number(piece) > file.pieces.length) throw new Error(`piece ${piece} came before ${file.pieces.length}`);
    const isNew = Number(piece) === file.pieces.length;
    file.duration_ms = Math.max(file.duration_ms, query.duration_ms ?? 0);
    if (isNew && body.length > 0)
      file.pieces.push({ bytes: body, duration_ms: file.duration_ms, is_start: query.is_start });
    return ok(ENDPOINTS.agentResourcePiece, { size_bytes: sizeOf(file) });
  }

  #begin(raw: unknown): Answer {
    const { started_at, ...what } = ENDPOINTS.agentResourceBegin.body!.parse(raw);
    let file = this.files.find(({ resource_id }) => resource_id === what.resource_id);
    if (!file) {
      file = { ...what, started_at: started_at ?? 0, pieces: [], duration_ms: 0, ended: false, state: "growing" };
      this.files.push(file);
    }
    return ok(ENDPOINTS.agentResourceBegin, { next_piece: file.pieces.length, size_bytes: sizeOf(file) });
  }
}

const sizeOf = ({ pieces }: ShelvedFile): number => pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
