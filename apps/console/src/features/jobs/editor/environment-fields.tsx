import { useQuery } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { Input, Select } from "antd";
import { api } from "../../../lib/api/api.ts";
import { Choices, Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { EngineNote } from "../engine-note.tsx";
import type { StepProps } from "./job-editor.tsx";

/** What scripts run in: what the agent has, or an image of the user's. */
export function EnvironmentFields({ project, draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { environment } = draft.config;
  const credentials = useQuery({
    queryKey: ["credentialList", project],
    queryFn: ({ signal }) => api.call(ENDPOINTS.credentialList, { query: { project, page_size: 100 }, signal }),
    enabled: environment.kind === "image",
  });
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
              <Select
                {...control}
                allowClear
                placeholder={t("editor.credential_none")}
                value={environment.credential_id ?? undefined}
                options={(credentials.data?.list ?? []).map((one) => ({ value: one.credential_id, label: one.name }))}
                onChange={(credential_id: string | undefined) =>
                  change({ environment: { ...environment, credential_id: credential_id ?? null } })
                }
              />
            )}
          />
        </div>
      )}
      <EngineNote project={project} config={draft.config} />
    </>
  );
}
