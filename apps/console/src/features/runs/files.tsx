import { useQuery } from "@tanstack/react-query";
import { RESOURCE_KINDS, type Resource } from "@udt/contract";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { useState } from "react";
import { api } from "../../lib/api/api.ts";
import { queryOf } from "../../lib/api/queries.ts";
import { SkeletonBar } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Unreadable } from "../../lib/player/index.ts";
import "./files.css";
import { useFileDownload } from "./use-download.ts";
import { usePlace } from "./use-place.ts";

/** The files of one device in this test; of one attempt of a case, when it is named. */
export function useResources(device_id: string, case_run_id?: number) {
  const { project, test_id } = usePlace();
  return useQuery(
    queryOf(resourceEndpoints.resourceList, { params: { test_id, device_id }, query: { project, case_run_id } }),
  );
}

/** Where a file is read from. */
export function useResourceUrl(device_id: string) {
  const { project, test_id } = usePlace();
  return (resource: Pick<Resource, "resource_id">) =>
    api.url(resourceEndpoints.resourceGet, {
      params: { test_id, device_id, resource_id: resource.resource_id },
      query: { project },
    });
}

export function Files({ device_id, case_run_id }: { device_id: string; case_run_id?: number }) {
  const t = useT("runs");
  const resources = useResources(device_id, case_run_id);
  if (resources.isPending) return <SkeletonBar width="40%" />;
  if (!resources.data) return <p role="alert">{t("files.unreadable", { reason: errorText(resources.error) })}</p>;
  const list = resources.data.resource_list;
  if (list.length === 0) return <p className="udt-secondary">{t("files.none")}</p>;
  const kinds = RESOURCE_KINDS.filter((kind) => list.some((resource) => resource.kind === kind));
  return (
    <div className="runs-file-groups">
      {kinds.map((kind) => {
        const some = list.filter((resource) => resource.kind === kind);
        return (
          <section key={kind}>
            <h2>{t(`files.kind.${kind}`)}</h2>
            {kind === "screenshot" ? (
              <Pictures device_id={device_id} list={some} />
            ) : (
              <FileRows device_id={device_id} list={some} />
            )}
          </section>
        );
      })}
    </div>
  );
}

function FileRows({ device_id, list }: { device_id: string; list: readonly Resource[] }) {
  const t = useT("runs");
  const format = useFormat();
  const urlOf = useResourceUrl(device_id);
  const download = useFileDownload(device_id);
  return (
    <ul className="runs-file-rows" data-literal>
      {list.map((resource) => (
        <li key={resource.resource_id}>
          <a
            className="udt-ellipsis"
            href={urlOf(resource)}
            download={resource.name}
            onClick={(event) => {
              event.preventDefault();
              download.mutate(resource);
            }}
            aria-label={t("files.download", { name: resource.name })}
          >
            {resource.name}
          </a>
          <span className="udt-secondary">
            {resource.state === "growing" && t("files.growing")}
            {resource.state === "truncated" && t("files.truncated")}
            {resource.state === "broken" && t("files.broken")}
          </span>
          <span className="udt-secondary udt-num">
            {resource.duration_ms !== null && format.duration(resource.duration_ms)}
          </span>
          <span className="udt-num">{format.bytes(resource.size_bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

function Pictures({ device_id, list }: { device_id: string; list: readonly Resource[] }) {
  const urlOf = useResourceUrl(device_id);
  return (
    <ul className="runs-pictures" data-literal>
      {list.map((resource) => (
        <li key={resource.resource_id}>
          <Picture device_id={device_id} resource={resource} url={urlOf(resource)} />
          <small className="udt-ellipsis" title={resource.name}>
            {resource.name}
          </small>
        </li>
      ))}
    </ul>
  );
}

function Picture({ device_id, resource, url }: { device_id: string; resource: Resource; url: string }) {
  const [isBroken, setBroken] = useState(false);
  const place = usePlace();
  if (isBroken) return <Unreadable place={{ ...place, device_id }} resource_id={resource.resource_id} />;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={resource.name} loading="lazy" onError={() => setBroken(true)} />
    </a>
  );
}
