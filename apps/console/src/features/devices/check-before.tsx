import type { Test } from "@udt/contract";
import { selfCheckEndpoints } from "@udt/contract/endpoints/self-checks";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../lib/api/queries.ts";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Check } from "./self-check.tsx";

type Part = Test["devices"][number];

export interface CheckBeforeProps {
  project: string;
  test_id: string;
  /** A device of the test. */
  part: Part;
}

/** The check that was done before a device was handed out in a test, step by step; nothing where none was. */
export function CheckBefore({ project, test_id, part }: CheckBeforeProps) {
  const since = part.phases.find(({ name }) => name === "check")?.started_at;
  return since === undefined ? null : <Found project={project} test_id={test_id} part={part} since={since} />;
}

function Found({ project, test_id, part, since }: CheckBeforeProps & { since: number }) {
  const t = useT("devices");
  const params = { test_id, device_id: part.device_id };
  const checks = useQuery(queryOf(selfCheckEndpoints.selfCheckOfTest, { params, query: { project } }));
  const until = part.phases.at(-1)?.ended_at ?? Infinity;
  // While the test had the device no other did.
  const check = checks.data?.list.find((one) => one.before && one.created_at >= since && one.created_at <= until);
  if (checks.data && !check) return null;
  return (
    <section className="devices-check" aria-label={t("check.of_session")}>
      <h2 className="devices-drawer-title">{t("check.of_session")}</h2>
      {checks.isPending && <SkeletonRows rows={2} />}
      {checks.isError && !checks.data && (
        <ErrorState title={t("check.error")} error={checks.error} onRetry={() => void checks.refetch()} />
      )}
      {check && <Check project={project} check={check} />}
    </section>
  );
}
