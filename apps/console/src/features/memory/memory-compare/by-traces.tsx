import { DiffOutlined } from "@ant-design/icons";
import { Select } from "antd";
import { useId, type ReactNode } from "react";
import { EmptyState } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUrlFilters } from "../../../lib/list/index.ts";
import { TraceSelect } from "../sample-choice.tsx";
import { ReadScenes } from "./scene-table.tsx";
import { useTraceScenes, useVersions, useVersionScenes } from "./use-scenes.ts";

const SIDES = ["before", "after"] as const;

/** Two traces, which the address holds. */
export function ByTraces({ project }: { project: string }) {
  const t = useT("memory");
  const id = useId();
  const [search, set] = useUrlFilters();
  const chosen = { before: search.get("before_trace") ?? undefined, after: search.get("after_trace") ?? undefined };
  const read = useTraceScenes(project, chosen.before, chosen.after);
  return (
    <>
      <div className="udt-card memory-choices">
        {SIDES.map((side) => (
          <Choice key={side} id={`${id}-${side}`} label={t("compare.trace_of", { side: t(`compare.${side}`) })}>
            <TraceSelect
              id={`${id}-${side}`}
              project={project}
              trace_id={chosen[side]}
              onChange={(trace) => set({ [`${side}_trace`]: trace, [side]: undefined })}
            />
          </Choice>
        ))}
      </div>
      <ReadScenes
        read={read}
        isChosen={chosen.before !== undefined && chosen.after !== undefined}
        none={<None of="none" />}
      />
    </>
  );
}

/** Two versions of an app, which the address holds; the server says of which traces they are. */
export function ByVersions({ project }: { project: string }) {
  const t = useT("memory");
  const c = useT("memory-compare");
  const id = useId();
  const [search, set] = useUrlFilters();
  const versions = useVersions(project);
  const app = search.get("app") ?? undefined;
  const chosen = {
    before: search.get("before_version") ?? undefined,
    after: search.get("after_version") ?? undefined,
  };
  const read = useVersionScenes(project, { app, ...chosen });
  const listed = versions.data ?? [];
  const apps = [...new Set(listed.map(({ app_name }) => app_name))];
  const own = listed.filter(({ app_name }) => app_name === app);
  return (
    <>
      <div className="udt-card memory-choices">
        <Choice id={`${id}-app`} label={c("scenes.app")}>
          <Select
            id={`${id}-app`}
            showSearch
            loading={versions.isFetching}
            placeholder={c("scenes.choose_app")}
            value={app ?? null}
            options={apps.map((value) => ({ value, label: value }))}
            onChange={(value: string) => set({ app: value, before_version: undefined, after_version: undefined })}
          />
        </Choice>
        {SIDES.map((side) => (
          <Choice key={side} id={`${id}-${side}`} label={c("scenes.version_of", { side: t(`compare.${side}`) })}>
            <Select
              id={`${id}-${side}`}
              showSearch
              disabled={app === undefined}
              placeholder={c("scenes.version")}
              value={chosen[side] ?? null}
              options={own.map(({ app_version: value }) => ({ value, label: value }))}
              onChange={(value: string) => set({ [`${side}_version`]: value })}
            />
          </Choice>
        ))}
      </div>
      <ReadScenes
        read={read}
        isChosen={app !== undefined && chosen.before !== undefined && chosen.after !== undefined}
        none={<None of="no_versions" />}
      />
    </>
  );
}

function Choice({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="memory-pick">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

function None({ of }: { of: "none" | "no_versions" }) {
  const c = useT("memory-compare");
  return (
    <div className="udt-card memory-empty">
      <EmptyState icon={<DiffOutlined />} title={c(`scenes.${of}_title`)}>
        {c(`scenes.${of}_text`)}
      </EmptyState>
    </div>
  );
}
