import { tmpdir } from "node:os";
import { say } from "@udt/base";
import { assertCounted } from "./counted.ts";
import { MemoryFault, Place } from "./fault.ts";
import { dropOtherTrees, joinedSample, type Read } from "./join.ts";
import { isHprof, readHprof } from "./hprof/read-hprof.ts";
import { LIMITS } from "./limits.ts";
import { readBytes, readLines } from "./lines/read-lines.ts";
import { isGzip, ScratchFile, unpackedBytes } from "./lines/unpacked.ts";
import { checkMemgraph, isMemgraph, MEMGRAPH_COMMANDS } from "./memgraph.ts";
import { isPerfetto } from "./pprof/perfetto.ts";
import { isPprof, readPprof } from "./pprof/read-pprof.ts";
import { BY_FIRST_LINE, FORMATS } from "./readers/formats.ts";
import type { LineReader, MemoryFormat } from "./readers/format.ts";
import type { FormatName, MemorySample } from "./sample.ts";

/** Whose lines have whole stacks, or all there is. */
const LONG_LINES: ReadonlySet<FormatName> = new Set(["all_by_size", "collapsed", "footprint_json"]);

/** Where a file lies, and what it is called when it is told of. */
export interface NamedFile {
  path: string;
  name: string;
}

export interface ReadOptions {
  /** A folder for what has to lie on a disk unpacked: a heap dump that came gzipped. */
  scratch?: string;
  /** Whether a memory graph of Apple's may be among the files: it is looked at and tells nothing. Else it is refused. */
  takesMemgraph?: boolean;
  /** Hears of a file that cannot be read, by its number; it is left out then. Without it such a file is thrown. */
  leavesOut?: (index: number, fault: MemoryFault) => boolean;
}

/**
 * Reads the files of one moment as one sample. Files are read line by line and one after the other, so that their size does not
 * matter. Any of them may be gzipped.
 *
 * @param files paths alone, where a file is called what its path is
 * @param onRead hears how many bytes were read since it heard last
 * @throws MemoryFault alone: for a file that cannot be read, is of no format that is known, cut, garbled or hostile, and for
 * files that are not of one sample
 */
export async function readMemorySample(
  files: readonly (string | NamedFile)[],
  onRead: (bytes: number) => void = () => undefined,
  options: ReadOptions = {},
): Promise<MemorySample> {
  const read: Read[] = [];
  for (const [index, file] of files.entries()) {
    const named = typeof file === "string" ? { path: file, name: file } : file;
    try {
      const one = await readFile(named, onRead, options);
      assertCounted(one.findings, one.source.file);
      read.push(one);
      dropOtherTrees(read);
    } catch (error) {
      if (!(error instanceof MemoryFault) || !options.leavesOut?.(index, error)) throw error;
    }
  }
  return joinedSample(read);
}

async function readFile(
  { path, name: file }: NamedFile,
  onRead: (bytes: number) => void,
  { scratch = tmpdir(), takesMemgraph = false }: ReadOptions,
): Promise<Read> {
  const place = new Place(file);
  const head = new Head();
  let format: MemoryFormat | undefined;
  let reader: LineReader | undefined;
  const take = (line: string) => {
    if (format && line.length > LIMITS.name_each && !LONG_LINES.has(format.name)) throw place.long(LIMITS.name_each);
    if (reader) return reader.line(line);
    format = head.formatBy(line);
    if (format) reader = readAgain(head.lines, format.read(place), place);
    else if (head.isFull()) throw unknown(file, head.lines);
    return undefined;
  };
  const isZipped = isGzip(await beginningOf(readBytes(path, place)));
  const pieces = (heard?: typeof onRead) =>
    isZipped ? unpackedBytes(readBytes(path, place, heard), place) : readBytes(path, place, heard);
  const start = await beginningOf(pieces());
  if (isHprof(start)) {
    using unpacked = isZipped ? new ScratchFile(scratch) : undefined;
    await unpacked?.write(pieces(onRead), place);
    const findings = unpacked ? readHprof(unpacked.descriptor, place) : readHprof(path, place, onRead);
    return { source: { file, format: "hprof", lines: place.line }, findings };
  }
  if (isPprof(start)) {
    const findings = await readPprof(pieces(onRead), place);
    return { source: { file, format: "pprof", lines: place.line }, findings };
  }
  if (isMemgraph(start)) {
    if (!takesMemgraph) throw new MemoryFault(say("memory_memgraph", { file, commands: MEMGRAPH_COMMANDS }));
    await checkMemgraph(pieces(onRead), place);
    return { source: { file, format: "memgraph", lines: place.line }, findings: {} };
  }
  if (isPerfetto(start)) throw new MemoryFault(say("memory_perfetto", { file, command: "traceconv profile" }));
  await readLines(pieces(onRead), place, take);
  if (!reader || !format) throw unknown(file, head.lines);
  return { source: { file, format: format.name, lines: place.line }, findings: reader.end() };
}

async function beginningOf(pieces: AsyncIterable<Buffer>): Promise<Uint8Array> {
  for await (const piece of pieces) return piece;
  return new Uint8Array();
}

/** The lines before the one that tells the format. */
class Head {
  readonly lines: string[] = [];
  #chars = 0;
  #hasText = false;

  /** Keeps the line, and tells the format where it is one that tells it. */
  formatBy(line: string): MemoryFormat | undefined {
    this.lines.push(line);
    this.#chars += line.length;
    const isFirst = !this.#hasText && line.trim() !== "";
    this.#hasText ||= isFirst;
    return [...FORMATS, ...(isFirst ? BY_FIRST_LINE : [])].find((one) => one.begins(line));
  }

  isFull(): boolean {
    return this.lines.length >= LIMITS.head_lines || this.#chars > LIMITS.head_chars;
  }
}

function readAgain(lines: readonly string[], reader: LineReader, place: Place): LineReader {
  for (const [index, line] of lines.entries()) {
    place.line = index + 1;
    reader.line(line);
  }
  return reader;
}

/** Tells the first line that says anything. */
function unknown(file: string, head: readonly string[]): MemoryFault {
  const at = head.findIndex((line) => line.trim() !== "");
  if (at < 0) return new MemoryFault(say("memory_empty", { file }));
  const formats = [...[...FORMATS, ...BY_FIRST_LINE].map(({ name }) => name), "pprof", "hprof"].join(", ");
  return new MemoryFault(say("memory_unknown", { file, line: at + 1, formats }, head[at]?.slice(0, 200)));
}
