import { hasApps } from "@udt/contract";
import type { ReactNode } from "react";
import { Fold } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FRESH, isFault, type Draft } from "./draft.ts";
import type { StepProps } from "./step-props.ts";

type Config = Draft["config"];

/** The options of each step that few change: what each is called, and what of the configuration it sets. */
const ADVANCED = {
  app: {
    preinstall_apps: ["preinstall_app_ids"],
    install_mode: ["install_mode"],
    skip_same_version: ["skip_same_version"],
    auto_launch: ["auto_launch"],
  },
  resources: { accounts: ["accounts"] },
  execution: {
    environment: ["environment"],
    parameters: ["parameters"],
    retry_times: ["retry"],
    timeouts: ["timeouts"],
    recording: ["video", "video_minutes", "performance", "log"],
    memory: ["memory"],
    reboot_before: ["reboot_before"],
    reboot_after: ["reboot_after"],
    white_list: ["white_list"],
    priority: ["priority"],
  },
} as const satisfies Record<string, Record<string, readonly (keyof Config)[]>>;

const differs = (config: Config, field: keyof Config): boolean =>
  JSON.stringify(config[field]) !== JSON.stringify(FRESH[field]);

/** A step's {@link ADVANCED} options, folded; what is set there is named. */
export function Advanced<Step extends keyof typeof ADVANCED>(
  props: Pick<StepProps, "draft" | "fault"> & { step: Step; children: ReactNode },
) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { config } = props.draft;
  const options = Object.entries<readonly (keyof Config)[]>(ADVANCED[props.step]) as [
    keyof (typeof ADVANCED)[keyof typeof ADVANCED],
    readonly (keyof Config)[],
  ][];
  const set = options
    // Without anything to install, how it is installed is without effect.
    .filter(([, fields]) => fields.some((field) => differs(config, field)) && (props.step !== "app" || hasApps(config)))
    .map(([name]) => c(`field.${name}`));
  return (
    <Fold
      label={t("editor.advanced")}
      note={
        set.length === 0
          ? t("editor.advanced_none")
          : t("editor.advanced_set", { fields: set.join(t("editor.separator")) })
      }
      broken={options.some(([, fields]) => fields.some((field) => isFault(field) && props.fault(field) !== undefined))}
    >
      {props.children}
    </Fold>
  );
}
