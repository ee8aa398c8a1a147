import { numbered } from "@udt/contract";
import type { DeviceTest, PartVerdict } from "@udt/contract/endpoints/device-tests";
import type { Tone } from "@udt/contract/report-words/tones";
import { Link } from "react-router";
import { StatePill } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { testPath } from "../../lib/tests/index.ts";
import { saidLine } from "../../lib/words/index.ts";

const TONES: Record<PartVerdict, Tone> = {
  running: "busy",
  passed: "good",
  failed: "bad",
  broken_off: "warning",
  none: "offline",
};

/** The columns of {@link PartRow}. */
export function usePartColumns(hasProject: boolean): readonly TableColumn[] {
  const t = useT("recent-tests");
  return [
    { key: "name", label: t("column.name") },
    { key: "kind", label: t("column.kind"), width: 132 },
    ...(hasProject ? [{ key: "project", label: t("column.project"), width: "16%" }] : []),
    { key: "user", label: t("column.user"), width: "14%" },
    { key: "since", label: t("column.since"), width: 148 },
    { key: "took", label: t("column.took"), width: 136 },
    { key: "verdict", label: t("column.verdict"), width: 132 },
  ];
}

interface PartRowProps {
  part: DeviceTest;
  device_id: string;
  /** Through which it is looked at; null: through none, and each part says of which it is. */
  project: string | null;
}

export function PartRow({ part, device_id, project }: PartRowProps) {
  const t = useT("recent-tests");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const { kind, run, work, user_name, since, until, verdict, has_warnings, error } = part;
  const done = work === null || work === "check" ? t(`kind.${kind}`) : t(`work.${work}`);
  const name = run ? numbered(run) : done;
  const path = pathOf(part, device_id, project);
  const why = error && saidLine(error);
  return (
    <tr>
      <td>
        <div className="udt-ellipsis">{path === undefined ? name : <Link to={path}>{name}</Link>}</div>
        {why && (
          <small className="udt-secondary udt-ellipsis recent-why" title={why}>
            {why}
          </small>
        )}
      </td>
      <td>{t(`kind.${kind}`)}</td>
      {project === null && (
        <td className="udt-ellipsis" title={part.project?.name}>
          {part.project === null ? "–" : <span data-literal>{part.project.name}</span>}
        </td>
      )}
      <td className="udt-ellipsis" title={user_name ?? undefined}>
        {user_name === null ? common("platform") : <span data-literal>{user_name}</span>}
      </td>
      <td className="udt-num" title={format.exact(since)}>
        {format.moment(since, now)}
      </td>
      <td className="udt-num">{format.duration((until ?? now) - since)}</td>
      <td>
        {has_warnings ? (
          <StatePill tone="warning">{t("with_warnings")}</StatePill>
        ) : (
          <StatePill tone={TONES[verdict]}>{t(`verdict.${verdict}`)}</StatePill>
        )}
      </td>
    </tr>
  );
}

/** The record or report; a self-check, which has neither, is read at the device. It is called as its test is. */
function pathOf({ test_id, kind, run, ...of }: DeviceTest, device_id: string, project: string | null) {
  if (of.project) return testPath({ test_id, kind, run, project_id: of.project.project_id });
  return project === null ? paths.adminDeviceCheck(device_id, test_id) : paths.deviceCheck(project, device_id, test_id);
}
