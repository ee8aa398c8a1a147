import type { Resource } from "@udt/contract";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { api } from "../../lib/api/api.ts";
import { SkeletonBar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { RecordedVideos, recordedVideos } from "../../lib/player/index.ts";
import { useResources } from "./use-resources.ts";

/** What a session left behind: recordings of its screen to play, pictures to look at, other files to take away. @param at a moment that is looked for */
export function Resources(props: { project: string; test_id: string; device_id: string; at?: number | undefined }) {
  const t = useT("records");
  const resources = useResources(props.project, props.test_id, props.device_id);
  if (resources.isPending) return <SkeletonBar width="40%" />;
  if (resources.isError && !resources.data) return <p role="alert">{t("drawer.files_error")}</p>;
  const list = resources.data?.resource_list ?? [];
  const { at, ...place } = props;
  if (list.length === 0) return <p className="udt-secondary">{t("drawer.no_files")}</p>;
  const recorded = new Set(
    recordedVideos(list).flatMap(({ video, input, log }) => [video, input, log].map((file) => file?.resource_id)),
  );
  const others = list.filter(({ resource_id }) => !recorded.has(resource_id));
  return (
    <>
      <RecordedVideos key={at} place={place} list={list} at={at} />
      <ul className="records-files">
        {others.map((resource) => (
          <File key={resource.resource_id} {...place} resource={resource} />
        ))}
      </ul>
    </>
  );
}

function File(props: { project: string; test_id: string; device_id: string; resource: Resource }) {
  const t = useT("records");
  const format = useFormat();
  const { project, test_id, device_id, resource } = props;
  const url = api.url(resourceEndpoints.resourceGet, {
    params: { test_id, device_id, resource_id: resource.resource_id },
    query: { project },
  });
  return (
    <li>
      <a href={url} target="_blank" rel="noreferrer" aria-label={t("drawer.open", { name: resource.name })}>
        {resource.kind === "screenshot" ? <img src={url} alt="" loading="lazy" /> : resource.name.split(".").at(-1)}
      </a>
      <span className="udt-ellipsis" title={resource.name}>
        {resource.name}
      </span>
      <small className="udt-secondary">
        {format.time(resource.created_at)} · {format.bytes(resource.size_bytes)}
      </small>
    </li>
  );
}
