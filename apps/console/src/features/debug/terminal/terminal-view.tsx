import { FitAddon } from "@xterm/addon-fit";
import { Terminal, type ITheme } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { copyText } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStream } from "../../../lib/streams/index.ts";
import { themeMode, useThemeMode, type ThemeMode } from "../../../lib/theme/theme-mode.ts";
import { hint } from "../hints.tsx";
import { useSession } from "../session.tsx";
import { StreamNotice } from "../stream-notice.tsx";
import { CacheLines, keptLines } from "./cache-lines.tsx";

const encoder = new TextEncoder();

function themeOf(element: Element, mode: ThemeMode): ITheme {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--udt-${name}`).trim();
  const dark = mode === "dark";
  return {
    background: color("surface"),
    foreground: color("text"),
    cursor: color("accent"),
    cursorAccent: color("surface"),
    selectionBackground: dark ? "#3c3c6e" : "#cfcff7",
    black: dark ? "#3a3a45" : "#1b1b22",
    red: color("bad"),
    green: color("good"),
    yellow: color("warning"),
    blue: color("busy"),
    magenta: dark ? "#d19dff" : "#8145b5",
    cyan: dark ? "#4ccce6" : "#107d98",
    white: dark ? "#eeeef3" : "#5f606c",
    brightBlack: color("faint"),
    brightRed: color("bad"),
    brightGreen: color("good"),
    brightYellow: color("warning"),
    brightBlue: color("busy"),
    brightMagenta: dark ? "#d19dff" : "#8145b5",
    brightCyan: dark ? "#4ccce6" : "#107d98",
    brightWhite: color("text"),
  };
}

/** A shell on the device. A connection that breaks, and a shell that ends, say so in the terminal itself. */
export default function TerminalView({ active, running }: { active: boolean; running: boolean }) {
  const t = useT("debug");
  const { target } = useSession();
  const mode = useThemeMode();
  const holder = useRef<HTMLDivElement>(null);
  const terminal = useRef<{ screen: Terminal; fit: FitAddon } | undefined>(undefined);
  const [exited, setExited] = useState(false);
  const openedBefore = useRef(false);
  const announce = useRef(false);
  const isOpen = useRef(false);
  /** The shell has said its exit code: that its connection ends with it is no break. */
  const isOver = useRef(false);

  const say = (text: string) => terminal.current?.screen.write(`\r\n\u001b[2m— ${text} —\u001b[0m\r\n`);
  const stream = useStream(
    "terminal",
    target,
    {
      onState: (state) => {
        const screen = terminal.current?.screen;
        const wasOpen = isOpen.current;
        isOpen.current = state.name === "open";
        if (state.name === "open" && screen) {
          // Told with its first bytes: an open connection alone is no shell.
          announce.current = openedBefore.current;
          openedBefore.current = true;
          stream.send({ type: "resize", cols: screen.cols, rows: screen.rows });
        } else if (state.name === "reconnecting" && wasOpen && !isOver.current) say(t("terminal.lost"));
      },
      onBytes: (bytes) => {
        if (announce.current) say(t("terminal.new_shell"));
        announce.current = false;
        terminal.current?.screen.write(bytes);
      },
      onMessage: (message) => {
        say(t("terminal.exited", { code: message.code }));
        isOver.current = true;
        setExited(true);
      },
    },
    running && !exited,
  );
  const { send, sendBytes } = stream;
  const restart = () => {
    // Asked for, not come back by itself.
    isOver.current = openedBefore.current = false;
    setExited(false);
  };
  const onEnter = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    onEnter.current = exited && running ? restart : undefined;
  });

  useLayoutEffect(() => {
    const element = holder.current!;
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
    terminal.current = { screen, fit };
    screen.onData((data) => {
      if (onEnter.current && data === "\r") onEnter.current();
      else sendBytes(encoder.encode(data));
    });
    screen.onBinary((data) => sendBytes(Uint8Array.from(data, (character) => character.charCodeAt(0))));
    screen.onResize(({ cols, rows }) => send({ type: "resize", cols, rows }));
    // Ctrl+C copies while something is selected and interrupts otherwise; Ctrl+V pastes through the browser.
    screen.attachCustomKeyEventHandler((event) => {
      const ctrl = event.ctrlKey || event.metaKey;
      if (event.type !== "keydown" || !ctrl || event.altKey) return true;
      if (event.code === "KeyC" && screen.hasSelection()) {
        copyText(screen.getSelection()).then(
          () => screen.clearSelection(),
          () => hint("warning", t("clipboard.not_allowed")),
        );
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
      terminal.current = undefined;
      screen.dispose();
    };
  }, [send, sendBytes, t]);

  useEffect(() => {
    if (terminal.current) terminal.current.screen.options.theme = themeOf(holder.current!, mode);
  }, [mode]);
  useEffect(() => {
    if (active) terminal.current?.screen.focus();
  }, [active]);

  return (
    <div className="dbg-terminal">
      {running && !exited && <StreamNotice state={stream.state} onReconnect={stream.reconnect} />}
      {running && exited && (
        <div className="dbg-banner" data-tone="warning" role="status">
          <span>{t("terminal.ended")}</span>
          <button type="button" className="udt-button" onClick={restart}>
            {t("terminal.restart")}
          </button>
        </div>
      )}
      {!running && (
        <div className="dbg-banner" role="status">
          {t("terminal.session_over")}
        </div>
      )}
      <CacheLines
        onChange={(lines) => {
          if (terminal.current) terminal.current.screen.options.scrollback = lines;
        }}
      />
      <div className="dbg-xterm" ref={holder} data-keys />
    </div>
  );
}
