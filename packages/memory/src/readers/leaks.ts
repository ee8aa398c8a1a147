/**
 * `leaks PID`, of its report version 4: blocks that nothing in the process points to any more. How many there are and of how many
 * bytes, then each with what only it holds; where stack logging was on, those of one stack together below that stack, whose
 * outermost call comes first. Blocks that hold each other are a cycle.
 * https://github.com/vcsjones/kinesis-dotnet-macos-memoryleak/blob/e9a3942cb77956d868b320328424514d2c350998/README.md
 * https://github.com/dzhamall/ByteBuddy/blob/71a2a5f1cb5b98466f7290b6a573c328a12bb9a9/Tests/Parser/LeaksParserTests.swift
 */
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import type { LeakRow } from "../sample.ts";
import { sizeOf } from "../sizes.ts";
import { NO_SYMBOL } from "../tree/frame-text.ts";
import { AppleHeader } from "./apple-header.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";

const SUMMARY = /^Process (\d{1,10}): (\d{1,15}) leaks? for (\d{1,16}) total leaked bytes\.$/;
const STACK = /^STACK OF (\d{1,15}) INSTANCES? OF '(?:ROOT (LEAK|CYCLE): )?(.*)':$/;
/** Under `<< TOTAL >>` with what it holds, or a block that it holds. */
const NODE = /^(\d{1,15}) \((\d[\d.]{0,15}(?:[KMGT]| bytes?)?)\) (.*)$/;
const ROOT = /^ROOT (LEAK|CYCLE): (.*)$/;
const END_OF_STACK = "====";
const TOTAL = "<< TOTAL >>";
const BACK = "CYCLE BACK TO ";
const ADDRESS = / ?0x[0-9a-f]{1,16}/g;
/** What a block holds is indented by that many more than it. */
const INDENT = 3;
/** Lines of a cycle that are kept: longer ones say no more to anybody. */
const CYCLE_MAX = 20;
const EXPECTED = {
  summary: "Process PID: N leaks for N total leaked bytes.",
  frame: "N IMAGE 0xADDRESS SYMBOL + OFFSET",
  root: "N (SIZE) ROOT LEAK: <TYPE 0xADDRESS> [SIZE]",
};

export const leaks: MemoryFormat = {
  name: "leaks",
  begins: (line) =>
    /^Analysis Tool: .*\/leaks$|^leaks Report Version: /.test(line.trimEnd()) || SUMMARY.test(line.trimEnd()),
  read: (place) => new LeaksReader(place),
};

/** Those of one stack, until its blocks are read. */
interface Open {
  instances: number;
  kind: LeakRow["kind"];
  name: string;
  stack: string[];
  roots: number;
}

class LeaksReader implements LineReader {
  readonly #place: Place;
  readonly #header = new AppleHeader();
  readonly #rows = new Map<string, LeakRow>();
  readonly #texts = new Map<string, string>();
  #summary: { pid: number; count: number; bytes: number } | undefined;
  #part: "header" | "stack" | "blocks" | "after" = "header";
  #open: Open | undefined;
  /** Where the block whose holdings are being read stands. */
  #root: { indent: number; cycle: string[] | undefined } | undefined;
  #chars = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  line(text: string): void {
    const line = text.trimEnd();
    const trimmed = line.trimStart();
    const [, pid, count, bytes] = SUMMARY.exec(line) ?? [];
    if (pid !== undefined) this.#begin(line, Number(pid), Number(count), Number(bytes));
    else if (this.#part === "header") this.#header.line(line);
    else if (line.startsWith("Binary Images:")) this.#part = "after";
    else if (this.#part === "stack") this.#frame(line);
    else if (this.#part === "blocks" && STACK.test(line)) this.#stack(line);
    else if (trimmed === "" || trimmed === "----") this.#endBlock(trimmed === "");
    else if (this.#part === "blocks") this.#block(line, trimmed);
  }

  end(): Findings {
    if (!this.#summary) throw this.#place.cut(EXPECTED.summary);
    if (this.#part === "stack") throw this.#place.cut(END_OF_STACK);
    this.#close();
    const { pid, count, bytes } = this.#summary;
    const rows = [...this.#rows.values()].toSorted((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
    if (count > 0 && rows.length === 0) throw this.#place.cut(EXPECTED.root);
    return { pid, ...this.#header.findings(), leaks: { count, bytes, rows } };
  }

  #begin(line: string, pid: number, count: number, bytes: number): void {
    if (this.#summary) throw this.#place.unexpected("one process", line);
    this.#summary = { pid, count, bytes: this.#place.counted(bytes, line) };
    this.#part = "blocks";
  }

  #stack(line: string): void {
    const [, instances, kind, name = ""] = STACK.exec(line) ?? [];
    this.#close();
    this.#open = {
      instances: Number(instances),
      kind: kind === "CYCLE" ? "cycle" : "leak",
      name: this.#kept(nameOf(name)),
      stack: [],
      roots: 0,
    };
    this.#part = "stack";
  }

  /** Behind an empty line come blocks of another stack, or of none. */
  #endBlock(isLast: boolean): void {
    this.#root = undefined;
    if (isLast && this.#open && this.#open.roots > 0) this.#close();
  }

  /** A stack without all of its blocks was cut. */
  #close(): void {
    const open = this.#open;
    if (open && open.roots < open.instances) throw this.#place.cut(`${open.instances - open.roots} × ${EXPECTED.root}`);
    this.#open = undefined;
  }

  #frame(line: string): void {
    if (line === END_OF_STACK) {
      this.#part = "blocks";
      return;
    }
    const at = line.indexOf(" 0x");
    const image = /^\d{1,6} +/.test(line)
      ? line
          .slice(0, Math.max(at, 0))
          .replace(/^\d+ +/, "")
          .trimEnd()
      : "";
    if (!this.#open || image === "") throw this.#place.unexpected(EXPECTED.frame, line);
    if (this.#open.stack.length >= LIMITS.depth) throw this.#place.deep(LIMITS.depth);
    const call = line.slice(line.indexOf(" ", at + 1) + 1);
    const plus = call.lastIndexOf(" + ");
    const symbol = call.slice(0, plus < 0 ? undefined : plus).trim();
    this.#open.stack.push(this.#kept(`${symbol.startsWith("0x") ? NO_SYMBOL : symbol} (${image})`));
  }

  #block(line: string, trimmed: string): void {
    const indent = line.length - trimmed.length;
    if (this.#root && indent >= this.#root.indent + INDENT) return this.#held(trimmed, indent - this.#root.indent);
    const [, objects, size = "", rest = ""] = NODE.exec(trimmed) ?? [];
    const sum = sizeOf(size.replace(/ bytes?$/, ""));
    if (sum === undefined) throw this.#place.unexpected(EXPECTED.root, line);
    if (rest === TOTAL) return undefined;
    const [, kind, block = ""] = ROOT.exec(rest) ?? [];
    if (kind === undefined) throw this.#place.unexpected(EXPECTED.root, line);
    const own = /\[(\d{1,15})\]/.exec(block)?.[1];
    // The size of all has three digits, that of one block is whole.
    const bytes = objects === "1" && own !== undefined ? Number(own) : sum;
    const row = this.#row(kind === "CYCLE" ? "cycle" : "leak", nameOf(block));
    row.instances += 1;
    row.objects += Number(objects);
    row.bytes += this.#place.counted(bytes, line);
    if (this.#open) this.#open.roots += 1;
    const isFirst = row.kind === "cycle" && row.cycle.length === 0;
    if (isFirst) row.cycle.push(this.#kept(withoutAddress(block)));
    this.#root = { indent, cycle: isFirst ? row.cycle : undefined };
  }

  /** Of the first cycle of each kind the way back to its beginning is kept. */
  #held(trimmed: string, depth: number): void {
    const cycle = this.#root?.cycle;
    if (!cycle || cycle.length >= CYCLE_MAX || cycle.at(-1)?.includes(BACK)) return;
    const [, , , block = trimmed] = NODE.exec(trimmed) ?? [];
    cycle.push(this.#kept(" ".repeat(Math.min(depth, CYCLE_MAX * INDENT)) + withoutAddress(block)));
  }

  #row(kind: LeakRow["kind"], name: string): LeakRow {
    const open = this.#open;
    const stack = open?.stack ?? [];
    const told = open ? { kind: open.kind, name: open.name } : { kind, name };
    const key = `${told.kind}\n${told.name}\n${stack.join("\n")}`;
    let row = this.#rows.get(key);
    if (!row) {
      row = { ...told, name: this.#kept(told.name), instances: 0, objects: 0, bytes: 0, stack, cycle: [] };
      this.#rows.set(key, row);
      this.#chars += key.length;
    }
    if (this.#rows.size > LIMITS.rows || this.#chars > LIMITS.name_chars) throw this.#place.many(this.#rows.size);
    return row;
  }

  /** A part of a line keeps the whole line in memory: it is copied out, once. */
  #kept(text: string): string {
    let kept = this.#texts.get(text);
    if (kept !== undefined) return kept;
    kept = Buffer.from(text).toString();
    this.#chars += kept.length;
    this.#texts.set(kept, kept);
    return kept;
  }
}

/** `<SecTrust 0x7fb2136688e0> [144]` is `SecTrust`, `0x7fb2136041d0 [160]` is `malloc<160>`, as the tool itself calls it. */
function nameOf(block: string): string {
  const at = block.indexOf("0x");
  const bracket = block.indexOf(" [", Math.max(at, 0));
  if (at === 0) return `malloc<${block.slice(bracket + 2, block.indexOf("]", bracket))}>`;
  const name = block.slice(0, bracket > 0 ? bracket : undefined);
  if (!name.startsWith("<")) return name;
  return at > 0 ? block.slice(1, at - 1) : name.slice(1, -1);
}

/** What is the same in every run. */
const withoutAddress = (block: string): string => block.replaceAll(ADDRESS, "").trim();
