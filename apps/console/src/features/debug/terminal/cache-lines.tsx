import { Select } from "antd";
import { useId, useState } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { local } from "../../../lib/storage.ts";

const STORED = "udt_terminal_lines";
const CHOICES = [1_000, 5_000, 20_000, 100_000] as const;
const INITIAL = 5_000;

/** How many lines the terminal keeps above those that show, as this browser's user last chose. */
export const keptLines = (): number => {
  const stored = Number(local.getItem(STORED));
  return CHOICES.find((lines) => lines === stored) ?? INITIAL;
};

/** Document 2's terminal cache lines: fewer than before are forgotten at once. */
export function CacheLines({ onChange }: { onChange: (lines: number) => void }) {
  const t = useT("debug");
  const format = useFormat();
  const id = useId();
  const [lines, setLines] = useState<number>(keptLines);
  return (
    <div className="dbg-terminal-lines">
      <label htmlFor={id}>{t("terminal.lines")}</label>
      <Select
        id={id}
        size="small"
        value={lines}
        options={CHOICES.map((choice) => ({ value: choice, label: format.number(choice) }))}
        popupMatchSelectWidth={false}
        onChange={(chosen) => {
          local.setItem(STORED, String(chosen));
          setLines(chosen);
          onChange(chosen);
        }}
      />
    </div>
  );
}
