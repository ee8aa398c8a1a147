/** Shows how far something is: on a terminal one line that changes, elsewhere nothing. */
export interface Progress {
  show(what: string, done: number, total: number): void;
  /** Clears the line. */
  end(): void;
}

const SHOWN_EVERY_MS = 200;

export function terminalProgress(terminal: NodeJS.WriteStream = process.stderr): Progress {
  let shownAt = 0;
  const clear = () => terminal.write("\r\u001b[K");
  return {
    show(what, done, total) {
      if (!terminal.isTTY || performance.now() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = performance.now();
      const percent = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
      clear();
      terminal.write(`${what}: ${percent} % (${sizeText(done)} of ${sizeText(total)})`);
    },
    end() {
      if (terminal.isTTY) clear();
    },
  };
}

export function sizeText(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`;
}
