import type { Test } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { TestStatePill } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useIsGuest, useUser } from "../../lib/session/index.ts";
import { useTestName } from "../../lib/tests/index.ts";

/** The columns of {@link RecordRow}. */
export function useRecordColumns(): readonly TableColumn[] {
  const t = useT("records");
  return [
    { key: "device", label: t("column.device"), width: "20%" },
    { key: "user", label: t("column.user"), width: "12%" },
    { key: "state", label: t("column.state"), width: 132 },
    { key: "reason", label: t("column.reason") },
    { key: "start", label: t("column.start"), width: 136 },
    { key: "duration", label: t("column.duration"), width: 128 },
    { key: "action", label: t("column.action"), width: 164, isHidden: true },
  ];
}

interface RecordRowProps {
  project: string;
  test: Test;
  onOpen: (test_id: string) => void;
}

export function RecordRow({ project, test, onOpen }: RecordRowProps) {
  const t = useT("records");
  const common = useT("common");
  const format = useFormat();
  const nameOf = useTestName();
  const user = useUser();
  const guest = useIsGuest(project);
  const mayWatch = useMay(project, "debug.monitor");
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const device = test.devices[0];
  const mine = test.user_id === user.user_id;
  return (
    <tr>
      <td>
        <button type="button" className="udt-link" onClick={() => onOpen(test.test_id)}>
          {nameOf(test)}
        </button>
        {device && (
          <small className="records-line">
            {device.brand} · {common(`os.${device.os}`)} {device.os_version}
          </small>
        )}
      </td>
      <td title={test.user_name}>{mine ? common("you") : test.user_name}</td>
      <td>
        <TestStatePill test={test} />
      </td>
      <td className="udt-secondary" title={test.end_reason ? common(`end_reason.${test.end_reason}`) : undefined}>
        {test.end_reason ? common(`end_reason.${test.end_reason}`) : "–"}
      </td>
      <td>{format.dateTime(test.started_at ?? test.created_at, now)}</td>
      <td>{test.state === "ended" ? <Used test={test} /> : <UsedSoFar test={test} />}</td>
      <td>
        {test.state === "ended" || !device || guest || !(mine || mayWatch) ? (
          <Button onClick={() => onOpen(test.test_id)}>{t("details")}</Button>
        ) : (
          <LinkButton
            to={paths.debug(project, test.test_id, device.device_id)}
            {...(mine && { color: "primary", variant: "outlined" })}
          >
            {common(mine ? "debug.back" : "debug.watch")}
          </LinkButton>
        )}
      </td>
    </tr>
  );
}

function Used({ test }: { test: Test }) {
  const format = useFormat();
  if (test.started_at === null || test.ended_at === null) return "–";
  return format.duration(test.ended_at - test.started_at);
}

function UsedSoFar({ test }: { test: Test }) {
  const t = useT("records");
  const format = useFormat();
  const now = useNow();
  return (
    <>
      {test.started_at === null ? "–" : format.duration(now - test.started_at)}
      {/* Its time begins when it has the device. */}
      {test.state !== "queued" && (
        <small className="records-line">{t("left", { time: format.countdown(test.deadline - now) })}</small>
      )}
    </>
  );
}
