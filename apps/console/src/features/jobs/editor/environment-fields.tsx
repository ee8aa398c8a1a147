import { Input } from "antd";
import { CredentialPicker } from "../../../lib/credentials/credential-picker.tsx";
import { Choices, Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { EngineNote } from "../engine-note.tsx";
import type { StepProps } from "./step-props.ts";

/** What scripts run in: what the agent has, or an image of the user's. */
export function EnvironmentFields({ project, draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { environment } = draft.config;
  return (
    <>
      <Choices
        label={c("field.environment")}
        value={environment.kind}
        options={(["built_in", "image"] as const).map((value) => ({
          value,
          label: c(`environment.${value}`),
          hint: t(`environment_hint.${value}`),
        }))}
        onChange={(kind) =>
          change({
            environment: kind === "built_in" ? { kind } : { kind, image: "", tag: "latest", credential_id: null },
          })
        }
      />
      {environment.kind === "image" && (
        <div className="jobs-triple">
          <Field
            label={c("field.image")}
            error={fault("environment")}
            render={(control) => (
              <Input
                {...control}
                className="udt-mono"
                value={environment.image}
                onChange={(event) => change({ environment: { ...environment, image: event.target.value.trim() } })}
              />
            )}
          />
          <Field
            label={c("field.tag")}
            render={(control) => (
              <Input
                {...control}
                className="udt-mono"
                value={environment.tag}
                onChange={(event) => change({ environment: { ...environment, tag: event.target.value.trim() } })}
              />
            )}
          />
          <Field
            label={c("field.credential")}
            render={(control) => (
              <CredentialPicker
                project={project}
                control={control}
                none={t("editor.credential_none")}
                value={environment.credential_id}
                onChange={(credential_id) => change({ environment: { ...environment, credential_id } })}
              />
            )}
          />
        </div>
      )}
      <EngineNote project={project} config={draft.config} />
    </>
  );
}
