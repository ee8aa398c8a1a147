/** What a push asks for, and how one is refused in git's own words: https://git-scm.com/docs/gitprotocol-pack#_reference_update_request_and_packfile_transfer */
import { open } from "node:fs/promises";
import { LIMITS } from "@udt/contract";
import { FLUSH, packetLine } from "../../platform/git-http.ts";

export interface PushRequest {
  /** The branches and tags that it names. */
  refs: string[];
  capabilities: ReadonlySet<string>;
  /** Its list came to its end. */
  isWhole: boolean;
}

/** The longest line that git writes. */
const LINE_MAX_BYTES = 65_520;
/** Of all commands: so many of them have names of a hundred characters and more. */
const COMMANDS_MAX_BYTES = 1024 ** 2;
/** Sideband 1 carries what was asked for. */
const DATA = Buffer.from([1]);

/** Reads the commands at the beginning of a push, as far as a push may go. */
export async function readPush(file: string): Promise<PushRequest> {
  const push: { refs: string[]; capabilities: Set<string>; isWhole: boolean } = {
    refs: [],
    capabilities: new Set(),
    isWhole: false,
  };
  const source = await open(file);
  try {
    for (let at = 0; at < COMMANDS_MAX_BYTES && push.refs.length <= LIMITS.script_push_refs_max;) {
      const { bytesRead, buffer } = await source.read(Buffer.alloc(LINE_MAX_BYTES), 0, LINE_MAX_BYTES, at);
      const length = Number.parseInt(buffer.toString("latin1", 0, 4), 16);
      if (length === 0) return { ...push, isWhole: true };
      if (!(length > 4) || length > bytesRead) return push;
      const [command = "", capabilities = ""] = buffer.toString("utf8", 4, length).split("\0");
      const [, ref] = /^[0-9a-f]+ [0-9a-f]+ ([^\n]+)/.exec(command) ?? [];
      if (ref !== undefined) push.refs.push(ref);
      for (const one of capabilities.trim().split(" ")) push.capabilities.add(one);
      at += length;
    }
    return push;
  } finally {
    await source.close();
  }
}

/** The report of a push of which nothing was taken. */
export function refusalOf({ refs, capabilities }: PushRequest, why: string): Buffer {
  const lines = [`unpack ${why}\n`, ...refs.map((ref) => `ng ${ref} ${why}\n`)];
  const report = Buffer.concat([...lines.map(packetLine), FLUSH]);
  if (!capabilities.has("side-band-64k")) return report;
  const pieces: Buffer[] = [];
  const most = LINE_MAX_BYTES - 5;
  for (let at = 0; at < report.length; at += most)
    pieces.push(packetLine(Buffer.concat([DATA, report.subarray(at, at + most)])));
  return Buffer.concat([...pieces, FLUSH]);
}

/** A push of one commit onto a branch, whose report comes plain. */
export function pushOf(ref: string, [from, to]: readonly [string, string], pack: Buffer): Buffer {
  return Buffer.concat([packetLine(`${from} ${to} ${ref}\0report-status`), FLUSH, pack]);
}

/** Why a plain report says that a push of one branch was not taken; undefined when it was. */
export function refusedIn(report: Buffer): string | undefined {
  for (let at = 0; at < report.length;) {
    const length = Number.parseInt(report.toString("latin1", at, at + 4), 16);
    if (!(length > 4)) break;
    const [, state, why = ""] = /^(ok|ng) \S+ ?([^\n]*)/.exec(report.toString("utf8", at + 4, at + length)) ?? [];
    if (state === "ok") return undefined;
    if (state === "ng") return why;
    at += length;
  }
  return "no report";
}
