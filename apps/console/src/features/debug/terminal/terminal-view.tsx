import type { Terminal } from "@xterm/xterm";
import { useEffect, useRef, useState, type RefObject } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useStream } from "../../../lib/streams/index.ts";
import { useSession } from "../session.tsx";
import type { Stage } from "../stage.ts";
import { StreamNotice } from "../stream-notice.tsx";
import { CacheLines } from "./cache-lines.tsx";
import { useXterm } from "./use-xterm.ts";

const encoder = new TextEncoder();
/** So much of what is typed before there is a shell waits for it. */
const EARLY_BYTES = 4_096;

/** A shell on the device. A connection that breaks, and a shell that ends, say so in the terminal itself. */
export default function TerminalView(props: {
  active: boolean;
  stage: Stage;
  /** What was typed before this was there. */
  early: string;
  onEarly: (text: string) => void;
}) {
  const { active, stage, early, onEarly } = props;
  const t = useT("debug");
  const { drives } = useSession();
  const running = stage === "running";
  const holder = useRef<HTMLDivElement>(null);
  const terminal = useRef<Terminal | undefined>(undefined);
  const { stream, exited, restart, type } = useShell(terminal, running && drives);
  useXterm(holder, {
    onTerminal: (screen) => {
      terminal.current = screen;
    },
    onData: (data) => {
      if (exited && running && data === "\r") restart();
      else type(encoder.encode(data));
    },
    onBinary: (data) => stream.sendBytes(Uint8Array.from(data, (character) => character.charCodeAt(0))),
    onResize: ({ cols, rows }) => stream.send({ type: "resize", cols, rows }),
  });

  const typeNow = useRef(type);
  useEffect(() => {
    typeNow.current = type;
  });
  useEffect(() => {
    if (early === "") return;
    onEarly("");
    typeNow.current(encoder.encode(early.replaceAll("\n", "\r")));
  }, [early, onEarly]);

  useEffect(() => {
    if (active) terminal.current?.focus();
  }, [terminal, active]);

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
          {t(stage === "over" ? "terminal.session_over" : "terminal.not_yet")}
        </div>
      )}
      <CacheLines
        onChange={(lines) => {
          if (terminal.current) terminal.current.options.scrollback = lines;
        }}
      />
      <div className="dbg-xterm" ref={holder} data-keys />
    </div>
  );
}

/** The device's shell as a stream into the terminal, and whether it has ended. */
function useShell(terminal: RefObject<Terminal | undefined>, running: boolean) {
  const t = useT("debug");
  const { target } = useSession();
  const [exited, setExited] = useState(false);
  const openedBefore = useRef(false);
  const announce = useRef(false);
  const isOpen = useRef(false);
  /** The shell has said its exit code: that its connection ends with it is no break. */
  const isOver = useRef(false);

  const say = (text: string) => terminal.current?.write(`\r\n\u001b[2m— ${text} —\u001b[0m\r\n`);
  /** Typed for a shell that is still to come. After a break nothing is kept: it would land in another one, later. */
  const early = useRef<Uint8Array<ArrayBuffer>[]>([]);
  const isFull = useRef(false);
  useEffect(() => {
    if (running) return;
    early.current = [];
    isFull.current = false;
  }, [running]);
  const stream = useStream(
    "terminal",
    target,
    {
      onState: (state) => {
        const screen = terminal.current;
        const wasOpen = isOpen.current;
        isOpen.current = state.name === "open";
        if (state.name === "open" && screen) {
          // Told with its first bytes: an open connection alone is no shell.
          announce.current = openedBefore.current;
          openedBefore.current = true;
          stream.send({ type: "resize", cols: screen.cols, rows: screen.rows });
          for (const bytes of early.current.splice(0)) stream.sendBytes(bytes);
        } else if (state.name === "reconnecting" && wasOpen && !isOver.current) say(t("terminal.lost"));
      },
      onBytes: (bytes) => {
        if (announce.current) say(t("terminal.new_shell"));
        announce.current = false;
        terminal.current?.write(bytes);
      },
      onMessage: (message) => {
        say(t("terminal.exited", { code: message.code }));
        isOver.current = true;
        setExited(true);
      },
    },
    running && !exited,
  );
  const restart = () => {
    // Asked for, not come back by itself.
    isOver.current = openedBefore.current = isFull.current = false;
    setExited(false);
  };
  const type = (bytes: Uint8Array<ArrayBuffer>) => {
    if (stream.sendBytes(bytes) || openedBefore.current || !running) return;
    const kept = early.current.reduce((sum, { length }) => sum + length, 0);
    // What comes after what has no room has none either: half a command is another one.
    isFull.current ||= kept + bytes.length > EARLY_BYTES;
    if (!isFull.current) early.current.push(bytes);
  };
  return { stream, exited, restart, type };
}
