import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { api } from "../../lib/api/api.ts";
import { SkeletonBar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useResources } from "./use-resources.ts";

export function Resources(props: { project: string; test_id: string; device_id: string }) {
  const t = useT("records");
  const format = useFormat();
  const { project, ...params } = props;
  const resources = useResources(project, props.test_id, props.device_id);
  if (resources.isPending) return <SkeletonBar width="40%" />;
  if (resources.isError && !resources.data) return <p role="alert">{t("drawer.files_error")}</p>;
  const list = resources.data?.resource_list ?? [];
  if (list.length === 0) return <p className="udt-secondary">{t("drawer.no_files")}</p>;
  return (
    <ul className="records-files">
      {list.map((resource) => {
        const url = api.url(resourceEndpoints.resourceGet, {
          params: { ...params, resource_id: resource.resource_id },
          query: { project },
        });
        return (
          <li key={resource.resource_id}>
            <a href={url} target="_blank" rel="noreferrer" aria-label={t("drawer.open", { name: resource.name })}>
              <img src={url} alt="" loading="lazy" />
            </a>
            <span className="udt-ellipsis" title={resource.name}>
              {resource.name}
            </span>
            <small className="udt-secondary">
              {format.time(resource.created_at)} · {format.bytes(resource.size_bytes)}
            </small>
          </li>
        );
      })}
    </ul>
  );
}
