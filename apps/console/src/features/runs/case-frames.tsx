import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useResources, useResourceUrl } from "./files.tsx";

/** As agents name the pictures that they take of a game's cases. */
const FRAME = /^frame-\d+-\d+\.png$/;

/** Pictures of the screen while a game's case ran, in the order in which they were taken. */
export function CaseFrames(props: { device_id: string; case_run_id: number; started_at: number }) {
  const t = useT("runs");
  const format = useFormat();
  const urlOf = useResourceUrl(props.device_id);
  const list = useResources(props.device_id, props.case_run_id).data?.resource_list ?? [];
  const frames = list.filter(({ name }) => FRAME.test(name)).toSorted((a, b) => a.name.localeCompare(b.name));
  if (frames.length === 0) return <p className="udt-secondary">{t("case.frames_none")}</p>;
  return (
    <ol className="runs-frames">
      {frames.map((frame) => {
        // When it was taken; one that does not say so shows when it came.
        const after = format.countdown((frame.started_at ?? frame.created_at) - props.started_at);
        return (
          <li key={frame.resource_id}>
            <a href={urlOf(frame)} target="_blank" rel="noreferrer">
              <img src={urlOf(frame)} alt={t("case.frame", { after })} loading="lazy" />
            </a>
            <small className="udt-secondary udt-num">{after}</small>
          </li>
        );
      })}
    </ol>
  );
}
