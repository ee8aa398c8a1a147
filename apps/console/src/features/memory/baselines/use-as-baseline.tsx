import { FlagOutlined } from "@ant-design/icons";
import { LIMITS, MEMORY_BRANCH, memoryBranch, type MemorySample, type MemoryTrace } from "@udt/contract";
import { App, AutoComplete, Button } from "antd";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { Field, FormDialog } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { useBaselineName } from "./baseline-name.ts";
import { useBaselines, useSetBaseline } from "./use-baselines.ts";

/** Makes a sample its app's baseline, of a branch. */
export function UseAsBaseline({
  project,
  trace,
  sample,
}: {
  project: string;
  trace: MemoryTrace;
  sample: MemorySample;
}) {
  const t = useT("baselines");
  const [isAsked, setIsAsked] = useState(false);
  const isNameless = trace.app_name === "";
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<FlagOutlined />}
        disabled={isNameless}
        title={isNameless ? t("no_app") : undefined}
        onClick={() => setIsAsked(true)}
      >
        {t("use")}
      </Button>
      {isAsked && (
        <BaselineDialog
          project={project}
          app={trace.app_name}
          sample_id={sample.sample_id}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

function BaselineDialog(props: { project: string; app: string; sample_id: string; onClose: () => void }) {
  const t = useT("baselines");
  const { message } = App.useApp();
  const { check } = useRuleText();
  const { project, app, sample_id, onClose } = props;
  const [branch, setBranch] = useState<string>(MEMORY_BRANCH);
  const baselines = useBaselines(project, app);
  const nameOf = useBaselineName();
  const set = useSetBaseline(project);
  const before = baselines.data?.find((one) => one.branch === branch.trim());
  const broken = check(memoryBranch, branch);
  const go = () => {
    if (broken !== undefined) return;
    set.mutate(
      { sample_id, branch: branch.trim() },
      {
        onSuccess: ({ branch: kept }) => {
          void message.success(t("dialog.done", { app, branch: kept }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog title={t("dialog.title", { app })} pending={set.isPending} onSubmit={go} onClose={onClose}>
      <p className="udt-secondary">{t("dialog.lead", { app })}</p>
      <Field
        label={t("dialog.branch")}
        hint={before ? t("dialog.replaces", { sample: nameOf(before) }) : t("dialog.branch_hint")}
        error={broken ?? (set.isError ? errorText(set.error) : undefined)}
        render={(control) => (
          <AutoComplete
            {...control}
            autoFocus
            maxLength={LIMITS.name_max}
            value={branch}
            options={(baselines.data ?? []).map((one) => ({ value: one.branch }))}
            onChange={(value: string) => {
              set.reset();
              setBranch(value);
            }}
          />
        )}
      />
    </FormDialog>
  );
}
