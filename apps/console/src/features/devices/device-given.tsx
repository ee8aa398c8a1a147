import { LIMITS } from "@udt/contract";
import { deviceGivingEndpoints } from "@udt/contract/endpoints/device-giving";
import type { AdminDevice } from "@udt/contract/endpoints/devices";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { inRow, listOf, useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Pager, useLocalView } from "../../lib/list/index.ts";
import { BulkDialog } from "./bulk-dialog.tsx";

/** To whom a device is given, in a few words: the first of its projects and how many more, all, or nobody. */
export function useGivenLine(): (device: AdminDevice) => string {
  const t = useT("devices");
  const format = useFormat();
  return ({ projects, project_count }) => {
    if (project_count === null) return t("given.all");
    if (project_count === 0) return t("given.nobody");
    const names = projects.map(({ name }) => name);
    const more = project_count - names.length;
    if (more <= 0) return listOf(names);
    return t("given.more", { names: inRow(names), count: more, shown: format.number(more) });
  };
}

/** To whom a device is given, by whose word, and what changes that. */
export function DeviceGiven({ device }: { device: AdminDevice }) {
  const t = useT("devices");
  const line = useGivenLine();
  const [isGiving, setGiving] = useState(false);
  const { given_to, project_count } = device;
  const isNobodys = project_count === 0;
  return (
    <section className="devices-use" aria-label={t("given.title")}>
      <h2 className="devices-drawer-title">{t("given.title")}</h2>
      <p className={isNobodys ? "devices-given-nobody" : undefined}>
        {isNobodys ? t("given.nobody_hint") : t("given.to", { names: line(device) })}
      </p>
      <p className="udt-secondary">{t(`given.by.${given_to}`)}</p>
      {(project_count ?? 0) > LIMITS.given_shown && <Projects device_id={device.device_id} />}
      <div className="devices-use-actions">
        <Button size="small" onClick={() => setGiving(true)}>
          {t("out_of_use.give")}
        </Button>
      </div>
      {isGiving && <BulkDialog project={null} action="give" devices={[device]} onClose={() => setGiving(false)} />}
    </section>
  );
}

/** All of its projects, to be searched. */
function Projects({ device_id }: { device_id: string }) {
  const t = useT("devices");
  const [keyword, setKeyword] = useState("");
  const { page, set } = useLocalView();
  const projects = useQuery({
    ...queryOf(deviceGivingEndpoints.deviceProjectList, {
      params: { device_id },
      query: { ...page, keyword: keyword.trim() },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = projects;
  return (
    <>
      <Input
        allowClear
        aria-label={t("given.search")}
        placeholder={t("given.search")}
        maxLength={LIMITS.keyword_max}
        value={keyword}
        onChange={(event) => {
          setKeyword(event.target.value);
          set({});
        }}
      />
      {projects.isPending && <SkeletonRows rows={2} />}
      {projects.isError && !data && (
        <ErrorState title={t("given.error")} error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {data?.total === 0 && <p className="udt-secondary">{t("given.no_match")}</p>}
      <ul className="devices-given">
        {data?.list.map(({ project_id, name }) => (
          <li key={project_id}>
            <span className="udt-ellipsis" data-literal>
              {name}
            </span>
            <small className="udt-secondary udt-ellipsis" data-literal>
              {project_id}
            </small>
          </li>
        ))}
      </ul>
      {data && <Pager {...page} total={data.total} onChange={set} />}
    </>
  );
}
