/** Commands that read stdin when they are given no file. */
const READERS = new Set(
  "awk base64 cat comm cut dd egrep expand fgrep file grep gunzip gzip head md5sum nl od paste rev sed sha1sum sha256sum sort split strings tac tail tar tee tr uniq wc xargs zcat".split(
    " ",
  ),
);

/** How many arguments are the command's own (a pattern, a script) before files follow; absent means none. */
const OWN_ARGUMENTS: Record<string, number> = {
  awk: 1,
  egrep: 1,
  fgrep: 1,
  grep: 1,
  sed: 1,
  tee: 99,
  tr: 99,
  xargs: 99,
};

/** The options that take a value, by command. */
const VALUED_OPTIONS: Record<string, string> = {
  awk: "Fvf",
  base64: "w",
  cut: "bcdfO",
  egrep: "ABCefm",
  fgrep: "ABCefm",
  grep: "ABCefm",
  head: "cn",
  nl: "bdfhilnsvw",
  od: "AjNtw",
  paste: "d",
  sed: "ef",
  sort: "kotTS",
  split: "abl",
  tail: "cns",
  tar: "CfTX",
  uniq: "fsw",
};

/** Whether a command of toybox takes its standard input, judged by its words. */
export function readsInput([name, ...args]: readonly string[]): boolean {
  if (!name || !READERS.has(name)) return false;
  const valued = VALUED_OPTIONS[name] ?? "";
  const operands: string[] = [];
  let own = OWN_ARGUMENTS[name] ?? 0;
  const left = args.values();
  for (const arg of left) {
    const letter = arg.at(-1) ?? "";
    if (arg === "-" || !arg.startsWith("-")) operands.push(arg);
    else if (/^-[A-Za-z]+$/.test(arg) && valued.includes(letter)) left.next();
    // A pattern or script that an option brings leaves all operands to files.
    if (own === 1 && (/^-[A-Za-z]*[ef]/.test(arg) || arg.startsWith("--regexp")) && valued.includes(letter)) own = 0;
  }
  return operands.includes("-") || operands.length <= own;
}
