import { CaretRightOutlined } from "@ant-design/icons";
import { frameworkOf } from "@udt/contract";
import { Button } from "antd";
import { useT } from "../../../../lib/i18n/index.ts";
import { useShortcut } from "../../../../lib/shortcuts/shortcuts.ts";
import type { Trying } from "./use-trial.ts";

/** Runs the open file on the phone beside it; where that cannot be it says why. */
export function RunButton(props: {
  /** The open file; undefined: none. */
  path: string | undefined;
  trial: Trying;
  /** Whether a phone stands beside the editor, ready or not. */
  hasPhone: boolean;
  /** A dialog is open, whose keys are its own. */
  isAsked: boolean;
}) {
  const t = useT("scripts");
  const { path, trial, hasPhone, isAsked } = props;
  const { phone, isRunning, start } = trial;
  const holdsCases = path !== undefined && frameworkOf(path) !== undefined;
  const why = !holdsCases ? "no_cases" : phone ? undefined : hasPhone ? "not_ready" : "need_phone";
  const run = () => {
    if (path !== undefined && why === undefined && !isRunning) start(path);
  };
  useShortcut("Mod+enter", t("trial.run_file"), () => !isAsked && run());
  return (
    <Button
      icon={<CaretRightOutlined />}
      disabled={why !== undefined || isRunning}
      title={t(`trial.${why ?? "run_file"}`)}
      onClick={run}
    >
      {t("trial.run")}
    </Button>
  );
}
