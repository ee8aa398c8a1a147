import { Dropdown, Input, Select, Tooltip } from "antd";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { copyText } from "../../../lib/components/index.ts";
import { saveContent } from "../../../lib/download/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStream } from "../../../lib/streams/index.ts";
import { hint } from "../hints.tsx";
import { useSession } from "../session.tsx";
import { StreamNotice } from "../stream-notice.tsx";
import { useTabActive } from "../tabs/tabs.tsx";
import type { LogRow } from "./log-buffer.ts";
import { plainLine } from "./log-format.ts";
import { LogHelp } from "./log-help.tsx";
import { LogList } from "./log-list.tsx";
import { atLeast, LEVELS, parseLogQuery, type LogLevel, type LogQueryError } from "./log-query.ts";
import type { LogStore } from "./log-store.ts";
import "./log.css";

const TYPING_MS = 150;
const LAST_SECONDS = 60;

/** The device's log: filter, follow, copy, export. */
export function LogTab({ store }: { store: LogStore }) {
  const active = useTabActive();
  const t = useT("debug");
  const format = useFormat();
  const { target, running, test, test_device, isHolder } = useSession();
  const [level, setLevel] = useState<LogLevel>("V");
  const [query, setQuery] = useState("");
  const [problem, setProblem] = useState<LogQueryError>();
  const [following, setFollowing] = useState(true);
  useSyncExternalStore(store.subscribe, store.version);

  const stream = useStream(
    "log",
    target,
    {
      onState: (state) => {
        if (state.name === "open") store.reconnected();
      },
      onMessage: (message) => {
        if (message.type === "lines") store.add(message.lines);
        else store.addDropped(message.count);
      },
    },
    running,
  );

  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(
      async () => {
        const parsed = await parseLogQuery(query);
        if (!isLatest) return;
        setProblem(parsed.ok ? undefined : parsed.error);
        // A query with a mistake in it leaves the list as it was.
        if (!parsed.ok) return;
        const passesLevel = atLeast(level);
        store.view.filter((line) => passesLevel(line) && parsed.value(line));
        store.refreshNow();
      },
      query ? TYPING_MS : 0,
    );
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [store, level, query]);

  const toText = (rows: readonly LogRow[]) =>
    rows.map((row) => plainLine(row, (count) => t("log.dropped", { count }))).join("\n");
  const shownRows = () => Array.from({ length: store.view.length }, (_, index) => store.view.at(index)!);
  const allRows = () => {
    const rows: LogRow[] = [];
    for (let seq = store.buffer.first; seq < store.buffer.end; seq++) rows.push(store.buffer.get(seq)!);
    return rows;
  };
  const lastRows = () => {
    const rows = allRows();
    const newest = rows.findLast((row) => "line" in row);
    const from = newest && "line" in newest ? newest.line[0] - LAST_SECONDS * 1000 : 0;
    return rows.filter((row) => "dropped" in row || row.line[0] >= from);
  };
  const save = (rows: readonly LogRow[]) => {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    saveContent(new Blob([toText(rows), "\n"], { type: "text/plain" }), `${test_device.serial}-${stamp}.txt`);
  };
  const copy = (rows: readonly LogRow[]) => {
    copyText(toText(rows)).then(
      () => hint("good", t("log.copied", { count: rows.length })),
      () => hint("warning", t("clipboard.not_allowed")),
    );
  };

  const levels = useMemo(() => LEVELS.map((value) => ({ value, label: t(`log.level.${value}`) })), [t]);
  const { size } = store.buffer;
  const exportItems = [
    {
      key: "shown",
      label: t("log.export_shown", { count: format.number(store.view.length) }),
      onClick: () => save(shownRows()),
    },
    { key: "all", label: t("log.export_all", { count: format.number(size) }), onClick: () => save(allRows()) },
    { key: "last", label: t("log.export_last", { seconds: LAST_SECONDS }), onClick: () => save(lastRows()) },
  ];

  return (
    <div className="dbg-log">
      <div className="dbg-toolbar">
        <Select
          value={level}
          options={levels}
          onChange={setLevel}
          aria-label={t("log.level_label")}
          className="dbg-level"
        />
        <Tooltip
          title={problem && t(`log.problem.${problem.kind}`, { term: problem.term })}
          open={problem !== undefined && active}
        >
          <Input
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            placeholder={t("log.placeholder")}
            aria-label={t("log.filter")}
            {...(problem && { status: "error" as const })}
            allowClear
            spellCheck={false}
            className="dbg-query"
            suffix={<LogHelp />}
          />
        </Tooltip>
        <button type="button" className="udt-button" aria-pressed={!following} onClick={() => setFollowing(!following)}>
          {following ? t("log.pause") : t("log.follow")}
        </button>
        <button
          type="button"
          className="udt-button"
          onClick={() => {
            store.clear();
            if (isHolder) stream.send({ type: "clear" });
          }}
        >
          {t("log.clear")}
        </button>
        <Dropdown menu={{ items: exportItems }} trigger={["click"]} disabled={size === 0}>
          <button type="button" className="udt-button" disabled={size === 0}>
            {t("log.export")}
          </button>
        </Dropdown>
      </div>
      {running && <StreamNotice state={stream.state} onReconnect={stream.reconnect} />}
      <LogList
        store={store}
        following={following}
        onFollowing={setFollowing}
        onCopy={copy}
        empty={size > 0 ? t("log.none_match") : test.state === "ended" ? t("log.nothing") : t("log.waiting")}
      />
      <div className="dbg-status udt-num" role="status">
        <span>
          {following ? t("log.following") : t("log.paused")} ·{" "}
          {t("log.lines", { count: size, number: format.number(size) })}
          {store.view.length !== size && ` · ${t("log.shown", { number: format.number(store.view.length) })}`}
        </span>
        {size >= store.buffer.capacity && <span>{t("log.full", { max: format.number(store.buffer.capacity) })}</span>}
      </div>
    </div>
  );
}
