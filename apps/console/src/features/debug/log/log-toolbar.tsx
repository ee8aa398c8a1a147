import { CloseCircleFilled } from "@ant-design/icons";
import { Dropdown, Input, Tooltip } from "antd";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useTabActive } from "../tabs/tabs.tsx";
import type { LogRow } from "./log-buffer.ts";
import { LogHelp } from "./log-help.tsx";
import { LEVELS, type LogLevel } from "./log-query.ts";
import type { LogStore } from "./log-store.ts";
import type { useLogFilter } from "./use-log-filter.ts";

const LAST_SECONDS = 60;

/** What filters, holds, empties and saves the log. */
export function LogToolbar(props: {
  store: LogStore;
  filter: ReturnType<typeof useLogFilter>;
  following: boolean;
  onFollowing: (following: boolean) => void;
  wrap: boolean;
  onWrap: (wrap: boolean) => void;
  onClear: () => void;
  onSave: (rows: readonly LogRow[]) => void;
}) {
  const active = useTabActive();
  const t = useT("debug");
  const common = useT("common");
  const { following } = props;
  const { level, setLevel, query, setQuery, problem } = props.filter;

  return (
    <div className="dbg-toolbar">
      <select
        className="udt-button dbg-level"
        aria-label={t("log.level_label")}
        value={level}
        onChange={(event) => setLevel(event.target.value as LogLevel)}
      >
        {LEVELS.map((each) => (
          <option key={each} value={each}>
            {t(`log.level.${each}`)}
          </option>
        ))}
      </select>
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
          allowClear={{
            clearIcon: (
              <CloseCircleFilled aria-label={common("labelled", { label: common("clear"), value: t("log.filter") })} />
            ),
          }}
          spellCheck={false}
          className="dbg-query"
          suffix={<LogHelp />}
        />
      </Tooltip>
      <button
        type="button"
        className="udt-button"
        aria-pressed={!following}
        onClick={() => props.onFollowing(!following)}
      >
        {following ? t("log.pause") : t("log.follow")}
      </button>
      <button
        type="button"
        className="udt-button"
        aria-pressed={props.wrap}
        data-on={props.wrap || undefined}
        onClick={() => props.onWrap(!props.wrap)}
      >
        {t("log.wrap")}
      </button>
      <button type="button" className="udt-button" onClick={props.onClear}>
        {t("log.clear")}
      </button>
      <LogExport store={props.store} onSave={props.onSave} />
    </div>
  );
}

/** Which rows are saved as a file: those that pass the filter, all, or the newest. */
function LogExport({ store, onSave }: { store: LogStore; onSave: (rows: readonly LogRow[]) => void }) {
  const t = useT("debug");
  const format = useFormat();
  const { size } = store.buffer;
  const items = [
    {
      key: "shown",
      label: t("log.export_shown", { count: format.number(store.view.length) }),
      onClick: () => onSave(store.view.rows()),
    },
    {
      key: "all",
      label: t("log.export_all", { count: format.number(size) }),
      onClick: () => onSave([...store.buffer.rows()]),
    },
    {
      key: "last",
      label: t("log.export_last", { seconds: LAST_SECONDS }),
      onClick: () => onSave(lastRows([...store.buffer.rows()])),
    },
  ];
  return (
    <Dropdown menu={{ items }} trigger={["click"]} disabled={size === 0}>
      <button type="button" className="udt-button" disabled={size === 0}>
        {t("log.export")}
      </button>
    </Dropdown>
  );
}

/** The rows of the last minute before the newest line, by the device's clock. */
function lastRows(rows: readonly LogRow[]): LogRow[] {
  const newest = rows.findLast((row) => "line" in row);
  const from = newest && "line" in newest ? newest.line[0] - LAST_SECONDS * 1000 : 0;
  return rows.filter((row) => "dropped" in row || row.line[0] >= from);
}
