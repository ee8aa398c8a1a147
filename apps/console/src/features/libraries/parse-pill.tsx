import type { Library, Parse } from "@udt/contract";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { saidLine } from "../../lib/words/index.ts";

const TONES: Record<Library["parse_state"], Tone> = {
  unparsed: "offline",
  parsing: "busy",
  parsed: "good",
  failed: "bad",
};
const TASK_TONES: Record<Parse["state"], Tone> = {
  queued: "warning",
  running: "busy",
  done: "good",
  failed: "bad",
  cancelled: "offline",
};

/** How a library stands, with the stage of what is under way or the reason of what failed. */
export function ParsePill({ library }: { library: Library }) {
  const t = useT("libraries");
  const { parse_state, parse_failure, task } = library;
  return (
    <span className="libraries-state">
      <StatePill tone={TONES[parse_state]}>{t(`parse_state.${parse_state}`)}</StatePill>
      {task && <Stage parse={task} />}
      {parse_failure && (
        <small className="libraries-reason" title={library.parse_message ? saidLine(library.parse_message) : undefined}>
          {t(`failure.${parse_failure}`)}
        </small>
      )}
    </span>
  );
}

export function TaskPill({ parse }: { parse: Parse }) {
  const t = useT("libraries");
  return <StatePill tone={TASK_TONES[parse.state]}>{t(`task_state.${parse.state}`)}</StatePill>;
}

const Stage = ({ parse }: { parse: Parse }) => <small className="udt-secondary">{useStage(parse)}</small>;

/** What is being done, and how far it is when somebody can say. */
export function useStage({ stage, percent }: Parse): string {
  const t = useT("libraries");
  const format = useFormat();
  return percent === null ? t(`stage.${stage}`) : `${t(`stage.${stage}`)} ${format.percent(percent / 100)}`;
}
