import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { copyOrOffer } from "../copying.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { themeMode, useThemeMode } from "../../../lib/theme/theme-mode.ts";
import { keptLines } from "./cache-lines.tsx";
import { themeOf } from "./terminal-theme.ts";

interface TerminalEvents {
  /** The terminal is there; undefined: it is no more. */
  onTerminal: (terminal: Terminal | undefined) => void;
  /** What was typed, as text. */
  onData: (data: string) => void;
  /** What a program asked for that is no text, a byte a character. */
  onBinary: (data: string) => void;
  onResize: (size: { cols: number; rows: number }) => void;
}

/** An xterm terminal within `holder`, of its size and in the page's colours, for as long as the component. The newest events hear. */
export function useXterm(holder: RefObject<HTMLElement | null>, events: TerminalEvents): void {
  const t = useT("debug");
  const mode = useThemeMode();
  const terminal = useRef<Terminal | undefined>(undefined);
  const newest = useRef(events);
  useEffect(() => {
    newest.current = events;
  });

  useLayoutEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const font = getComputedStyle(element).getPropertyValue("--udt-mono");
    const screen = new Terminal({
      fontFamily: font,
      fontSize: 13,
      lineHeight: 1.25,
      scrollback: keptLines(),
      cursorBlink: true,
      allowProposedApi: false,
      theme: themeOf(element, themeMode()),
    });
    const fit = new FitAddon();
    screen.loadAddon(fit);
    screen.open(element);
    const announce = (there: Terminal | undefined) => {
      terminal.current = there;
      newest.current.onTerminal(there);
    };
    announce(screen);
    screen.onData((data) => newest.current.onData(data));
    screen.onBinary((data) => newest.current.onBinary(data));
    screen.onResize((size) => newest.current.onResize(size));
    // Ctrl+C copies while something is selected and interrupts otherwise; Ctrl+V pastes through the browser.
    screen.attachCustomKeyEventHandler((event) => {
      const ctrl = event.ctrlKey || event.metaKey;
      if (event.type !== "keydown" || !ctrl || event.altKey) return true;
      if (event.code === "KeyC" && screen.hasSelection()) {
        copyOrOffer(t, screen.getSelection(), () => screen.clearSelection());
        return false;
      }
      return event.code !== "KeyV";
    });
    const observer = new ResizeObserver(() => {
      // A hidden panel has no size to fit.
      if (element.clientWidth > 0) fit.fit();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      announce(undefined);
      screen.dispose();
    };
  }, [holder, t]);

  useEffect(() => {
    const element = holder.current;
    if (terminal.current && element) terminal.current.options.theme = themeOf(element, mode);
  }, [holder, mode]);
}
