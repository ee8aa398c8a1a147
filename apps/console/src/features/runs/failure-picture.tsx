import { PlayCircleOutlined } from "@ant-design/icons";
import type { CaseRun, Resource, Run } from "@udt/contract";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { useResources, useResourceUrl } from "./files.tsx";
import { useRecordings } from "./timeline/use-recordings.ts";
import { usePlace } from "./use-place.ts";

/** How the screen looked when a case failed: the last picture that its script kept, else where the video then was. */
export function FailurePicture({ run, one, search }: { run: Run; one: CaseRun; search: string }) {
  return one.device_id === null || one.ended_at === null ? null : (
    <OfDevice run={run} one={one} device_id={one.device_id} ended_at={one.ended_at} search={search} />
  );
}

function OfDevice(props: { run: Run; one: CaseRun; device_id: string; ended_at: number; search: string }) {
  const t = useT("runs");
  const place = usePlace();
  const { one, device_id, ended_at } = props;
  const own = useResources(device_id, one.case_run_id).data?.resource_list ?? [];
  const recordings = useRecordings(device_id);
  const urlOf = useResourceUrl(device_id);
  const picture = lastPicture(own);
  // One that had ended before shows how the screen looked earlier.
  const video = recordings.videos.find(
    ({ started_at, duration_ms }) => started_at <= ended_at && ended_at < started_at + (duration_ms ?? 0),
  );
  if (picture === undefined && video === undefined) return null;
  return (
    <figure className="runs-failure-picture">
      <Link to={place.case(one.case_run_id, props.search)} aria-label={t("case.watch", { name: one.name })}>
        {picture ? (
          <img src={urlOf(picture)} alt={picture.name} />
        ) : (
          video && (
            // Media fragments are seconds of the file.
            <video
              src={`${urlOf(video)}#t=${Math.max(0, (ended_at - video.started_at) / 1000 - 0.1).toFixed(1)}`}
              preload="metadata"
              muted
              playsInline
            />
          )
        )}
        {video && <PlayCircleOutlined aria-hidden />}
      </Link>
      <figcaption className="udt-secondary">{t(picture ? "case.last_picture" : "case.at_failure")}</figcaption>
    </figure>
  );
}

/** The newest picture among the files of one attempt. */
export const lastPicture = (list: readonly Resource[]): Resource | undefined =>
  list
    .filter(({ kind }) => kind === "screenshot")
    .toSorted((a, b) => a.created_at - b.created_at)
    .at(-1);
