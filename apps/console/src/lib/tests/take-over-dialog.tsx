import { useMutation, useQuery } from "@tanstack/react-query";
import { settledCases } from "@udt/contract";
import { runCancelEndpoints, runReadEndpoints } from "@udt/contract/endpoints/runs";
import { useNavigate } from "react-router";
import { api } from "../api/api.ts";
import { queryOf } from "../api/queries.ts";
import { SkeletonBar } from "../components/index.ts";
import { errorText } from "../errors/index.ts";
import { Dialog } from "../form/dialog.tsx";
import { useT } from "../i18n/index.ts";
import { paths } from "../navigation/paths.ts";
import { rememberedDuration } from "./duration.ts";
import { useRunDevice } from "./use-run-device.ts";

export interface TakeOverProps {
  project: string;
  test_id: string;
  device_id: string;
  model: string;
  run_name: string;
}

/** Asks before a device is taken from its run, and names what is lost by it; then goes to the debug session there. */
export function TakeOverDialog(props: TakeOverProps & { open: boolean; onClose: () => void }) {
  const { project, test_id, device_id, open } = props;
  const t = useT("tests");
  const common = useT("common");
  const navigate = useNavigate();
  const duration_minutes = rememberedDuration();
  const takeOver = useMutation({
    mutationFn: () =>
      api.call(runCancelEndpoints.runTakeOver, {
        params: { test_id, device_id },
        query: { project },
        body: { duration_minutes },
      }),
    onSuccess: (taken) => {
      props.onClose();
      return navigate(paths.debug(project, taken.test_id, device_id));
    },
  });
  return (
    <Dialog
      open={open}
      title={t("take_over.title", { model: props.model, run: props.run_name })}
      okText={t("take_over.action")}
      okButtonProps={{ danger: true, loading: takeOver.isPending }}
      cancelText={common("cancel")}
      onOk={() => takeOver.mutate()}
      onCancel={() => {
        takeOver.reset();
        props.onClose();
      }}
      destroyOnHidden
    >
      {open && <Lost {...props} />}
      <p>{t("take_over.after", { minutes: common("minutes", { count: duration_minutes }) })}</p>
      {takeOver.isError && <p role="alert">{t("take_over.failed", { reason: errorText(takeOver.error) })}</p>}
    </Dialog>
  );
}

function Lost({ project, test_id, device_id }: TakeOverProps) {
  const t = useT("tests");
  const { slot, executing, others, isPending, isError } = useRunDevice({ project, test_id, device_id });
  const run = useQuery(queryOf(runReadEndpoints.runGet, { params: { test_id }, query: { project } }));
  if (isError || run.isError) return <p>{t("take_over.unknown")}</p>;
  if (isPending || !run.data) return <SkeletonBar width="80%" />;
  const isElsewhere = others && run.data.config.mode === "distributed";
  const given = slot ? slot.totals.undistributed + Math.max(0, slot.totals.executing - (executing ? 1 : 0)) : 0;
  const waiting = others ? given : run.data.totals.total - settledCases(run.data.totals) - (executing ? 1 : 0);
  return (
    <>
      <h2>{t("take_over.lost")}</h2>
      <ul>
        <li>{executing ? t("take_over.executing", { name: executing.name }) : t("take_over.idle")}</li>
        {isElsewhere && <li>{t("take_over.elsewhere")}</li>}
        {!isElsewhere && waiting > 0 && <li>{t("take_over.waiting", { count: waiting })}</li>}
        <li>{t("take_over.kept")}</li>
      </ul>
    </>
  );
}
