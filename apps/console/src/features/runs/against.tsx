import type { Run } from "@udt/contract";
import { Select } from "antd";
import { useState } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { numbered } from "../../lib/runs/index.ts";
import { useRunList } from "./use-runs.ts";

/** How many runs are offered to compare with; others are found by their number or name. */
const OFFERED = 10;

/** Which run this one is compared with: the one before it by itself, or any that somebody chooses. */
export function Against(props: { run: Run; isChosen: boolean; onChoose: (against: string | undefined) => void }) {
  const t = useT("runs");
  const format = useFormat();
  const { run, isChosen, onChoose } = props;
  const { previous } = run;
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const [open, setOpen] = useState(false);
  const [keyword, setKeyword] = useState("");
  const wanted = { job_id: keyword === "" ? (run.job_id ?? undefined) : undefined, keyword };
  const runs = useRunList(run.test.project_id, { ...wanted, page_size: OFFERED }, open);
  const others = (runs.data?.list ?? []).filter(({ run_number }) => run_number !== run.run_number);
  const named = previous && { value: previous.run_number, label: t("against.with", { number: previous.run_number }) };
  return (
    <Select
      size="small"
      variant="filled"
      className="runs-against"
      popupMatchSelectWidth={320}
      aria-label={t("against.label")}
      placeholder={t("against.none")}
      value={named ?? null}
      labelInValue
      allowClear={isChosen}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={runs.isFetching}
      notFoundContent={t("against.not_found")}
      open={open}
      onOpenChange={setOpen}
      onChange={(choice: { value: number } | null | undefined) => onChoose(choice ? String(choice.value) : undefined)}
      options={others.map((other) => ({
        value: other.run_number,
        label: `${numbered(other)} · ${format.dateTime(other.created_at, now)}`,
      }))}
    />
  );
}
