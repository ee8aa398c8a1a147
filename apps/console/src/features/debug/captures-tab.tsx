import { useQuery } from "@tanstack/react-query";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { useState } from "react";
import { api } from "../../lib/api/api.ts";
import { EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useDownload } from "../../lib/download/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { CameraIcon, DownloadIcon } from "./icons.tsx";
import { RecordingsSection } from "./recording/recordings-section.tsx";
import { PerformanceRecordings, performanceRecordingsOf } from "./performance-recordings/performance-recordings.tsx";
import { useSession } from "./session.tsx";
import { resourceCall, resourcesQuery, useScreenshot, type Resource } from "./use-device-actions.ts";

/** The screenshots of this session. */
export function CapturesTab() {
  const t = useT("debug");
  const format = useFormat();
  const session = useSession();
  const { running, drives } = session;
  const screenshot = useScreenshot();
  const download = useDownload(resourceEndpoints.resourceGet);
  const [viewed, setViewed] = useState<Resource>();
  const resources = useQuery(resourcesQuery(session));
  if (resources.isPending) return <SkeletonRows rows={3} />;
  if (resources.isError) {
    return <ErrorState title={t("captures.failed")} error={resources.error} onRetry={() => void resources.refetch()} />;
  }
  const list = resources.data.resource_list
    .filter((resource) => resource.kind === "screenshot")
    .toSorted((a, b) => b.created_at - a.created_at);
  const src = (resource: Resource) =>
    api.url(resourceEndpoints.resourceGet, resourceCall(session, resource.resource_id));
  const take = running && drives && (
    <button type="button" className="udt-button" disabled={screenshot.isPending} onClick={() => screenshot.mutate()}>
      <CameraIcon /> {t("captures.take")}
    </button>
  );
  const recordings = performanceRecordingsOf(resources.data.resource_list);
  const screen = <RecordingsSection list={resources.data.resource_list} />;
  if (list.length === 0 && recordings.length === 0) {
    return (
      <div className="dbg-scroll">
        {screen}
        <EmptyState icon={<CameraIcon />} title={t("captures.empty")} action={take}>
          {t("captures.empty_text")}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="dbg-scroll">
      {screen}
      <div className="dbg-toolbar">
        <h2 className="dbg-title">
          {list.length === 0 ? t("captures.empty") : t("captures.title", { count: list.length })}
        </h2>
        <span className="dbg-space" />
        {take}
      </div>
      {list.length > 0 && (
        <ul className="dbg-captures">
          {list.map((resource) => (
            <li key={resource.resource_id}>
              <button
                type="button"
                className="dbg-thumb"
                onClick={() => setViewed(resource)}
                aria-label={t("captures.view", { name: resource.name })}
              >
                <img src={src(resource)} alt="" loading="lazy" />
              </button>
              <span className="dbg-thumb-words udt-num">
                <span className="udt-ellipsis" title={resource.name}>
                  {format.exact(resource.created_at)}
                </span>
                <a
                  className="udt-icon-button"
                  data-large
                  href={src(resource)}
                  download={resource.name}
                  onClick={(event) => {
                    event.preventDefault();
                    download.mutate({ call: resourceCall(session, resource.resource_id), name: resource.name });
                  }}
                  aria-label={t("captures.download", { name: resource.name })}
                  title={t("captures.save")}
                >
                  <DownloadIcon />
                </a>
              </span>
            </li>
          ))}
        </ul>
      )}
      {recordings.length > 0 && <PerformanceRecordings list={recordings} />}
      <Dialog
        open={viewed !== undefined}
        onCancel={() => setViewed(undefined)}
        footer={null}
        title={viewed?.name}
        width="auto"
        centered
      >
        {viewed && <img className="dbg-viewed" src={src(viewed)} alt={viewed.name} />}
      </Dialog>
    </div>
  );
}
