import { useEffect, useState, useSyncExternalStore } from "react";
import { copyOrOffer } from "../copying.ts";
import { saveContent } from "../../../lib/download/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { local } from "../../../lib/storage.ts";
import { hint } from "../hints.tsx";
import { useSession } from "../session.tsx";
import { StreamNotice } from "../stream-notice.tsx";
import type { LogRow } from "./log-buffer.ts";
import { plainLine } from "./log-format.ts";
import { LogList } from "./log-list.tsx";
import type { LogStore } from "./log-store.ts";
import { LogToolbar } from "./log-toolbar.tsx";
import type { DeviceLog } from "./use-device-log.ts";
import { useLogFilter } from "./use-log-filter.ts";
import "./log.css";

/** The device's log: filter, follow, copy, export. */
export function LogTab({ log: { store, stream } }: { log: DeviceLog }) {
  const t = useT("debug");
  const { running, stage, test_device, drives } = useSession();
  const filter = useLogFilter(store);
  const [following, setFollowing] = useState(() => store.revealed.get() === undefined);
  useSyncExternalStore(store.subscribe, store.version);
  const [wrap, setWrap] = useWrap();
  const { setLevel, setQuery } = filter;
  useEffect(
    () =>
      store.revealed.subscribe(() => {
        if (!store.revealed.get()) return;
        setFollowing(false);
        setLevel("V");
        setQuery("");
      }),
    [store, setLevel, setQuery],
  );

  const toText = (rows: readonly LogRow[]) =>
    rows.map((row) => plainLine(row, (count) => t("log.dropped", { count }))).join("\n");
  const save = (rows: readonly LogRow[]) => {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    saveContent(new Blob([toText(rows), "\n"], { type: "text/plain" }), `${test_device.serial}-${stamp}.txt`);
  };
  const copy = (rows: readonly LogRow[]) => {
    copyOrOffer(t, toText(rows), () => hint("good", t("log.copied", { count: rows.length })));
  };
  const clear = () => {
    store.clear();
    if (drives) stream.send({ type: "clear" });
  };
  const hasRows = store.buffer.size > 0;

  return (
    <div className="dbg-log">
      <LogToolbar
        store={store}
        filter={filter}
        following={following}
        onFollowing={setFollowing}
        wrap={wrap}
        onWrap={setWrap}
        onClear={clear}
        onSave={save}
      />
      {running && <StreamNotice state={stream.state} onReconnect={stream.reconnect} />}
      <LogList
        store={store}
        following={following}
        onFollowing={setFollowing}
        onCopy={copy}
        wrap={wrap}
        empty={hasRows ? t("log.none_match") : stage === "over" ? t("log.nothing") : t("log.waiting")}
      />
      <LogStatus store={store} following={following} />
    </div>
  );
}

const WRAP = "udt_log_wrap";
/** Whether long lines are wrapped, as this browser's people like it. */
function useWrap(): [boolean, (wrap: boolean) => void] {
  const [wrap, setWrap] = useState(() => local.getItem(WRAP) === "on");
  const change = (next: boolean) => {
    setWrap(next);
    local.setItem(WRAP, next ? "on" : "off");
  };
  return [wrap, change];
}

function LogStatus({ store, following }: { store: LogStore; following: boolean }) {
  const t = useT("debug");
  const format = useFormat();
  const { size, capacity } = store.buffer;
  return (
    <div className="dbg-status udt-num" role="status">
      <span>
        {following ? t("log.following") : t("log.paused")} ·{" "}
        {t("log.lines", { count: size, number: format.number(size) })}
        {store.view.length !== size && ` · ${t("log.shown", { number: format.number(store.view.length) })}`}
      </span>
      {size >= capacity && <span>{t("log.full", { max: format.number(capacity) })}</span>}
    </div>
  );
}
