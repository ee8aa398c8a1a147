import type { UseQueryResult } from "@tanstack/react-query";
import type { DataOf, TagChoice } from "@udt/contract";
import type { tagEndpoints } from "@udt/contract/endpoints/tags";
import { DeviceStatePill, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { deviceLabel } from "../../lib/device-name/index.ts";
import { ModelName } from "../../lib/model-picture/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { hasValue, isWhole } from "./use-tags.ts";

type Preview = DataOf<typeof tagEndpoints.tagPreview>;

/** What the tag would have now, as it is being edited: how many, and the first of them. */
export function TagPreview(props: { project: string; draft: TagChoice; preview: UseQueryResult<Preview> }) {
  const { project, draft, preview } = props;
  const t = useT("tags");
  const { data } = preview;
  return (
    <section className="udt-card tags-preview" aria-label={t("preview.title")}>
      <h2>{t("preview.title")}</h2>
      {data && <Found project={project} draft={draft} preview={data} />}
      {!data && preview.isPending && <SkeletonRows rows={4} />}
      {!data && preview.isError && (
        <ErrorState title={t("preview.error")} error={preview.error} onRetry={() => void preview.refetch()} />
      )}
    </section>
  );
}

function Found({ project, draft, preview }: { project: string; draft: TagChoice; preview: Preview }) {
  const t = useT("tags");
  const format = useFormat();
  const { total, device_total, list, included_gone, excluded_gone } = preview;
  const count = { count: total, shown: format.number(total), total: format.number(device_total) };
  const gone = included_gone + excluded_gone;
  const isAll = total === device_total && total > 0;
  const unfinished = !isWhole(draft);
  const isEmpty = !draft.rules.some(hasValue) && draft.included_device_ids.length === 0;
  const rest = total - list.length;
  const told = () => {
    if (total === 0) return t(isEmpty ? (unfinished ? "preview.no_value" : "preview.empty") : "preview.nothing");
    return isAll ? t("preview.all", count) : t("preview.some", count);
  };
  return (
    <>
      <div role="status" className="tags-found" data-tone={isAll || (total === 0 && !isEmpty) ? "warning" : undefined}>
        {total > 0 && <b className="udt-num">{format.number(total)}</b>} <span>{told()}</span>
        {unfinished && !isEmpty && <p>{t("preview.unfinished")}</p>}
        {gone > 0 && <p>{t("preview.gone", { count: gone })}</p>}
      </div>
      <ul className="tags-devices">
        {list.map((device) => (
          <li key={device.device_id}>
            <span className="udt-ellipsis" title={deviceLabel(device)}>
              <ModelName project={project} device={device} />
              <small className="udt-secondary">
                {device.os_version} · {device.serial}
              </small>
            </span>
            <DeviceStatePill device={{ ...device, lease: null }} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="udt-secondary tags-rest">{t("preview.more", { count: rest, shown: format.number(rest) })}</p>
      )}
    </>
  );
}
