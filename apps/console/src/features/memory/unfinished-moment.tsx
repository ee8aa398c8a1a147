import { Alert, Button } from "antd";
import { useState } from "react";
import { inRow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { readUnfinished, type UnfinishedMoment as Moment } from "./unfinished.ts";
import { giveUpMoment } from "./use-sample-upload.ts";

/** A moment whose page went while its files were on their way: it goes on, or is given up. */
export function UnfinishedMoment(props: { project: string; trace_id: string; onGoOn: (moment: Moment) => void }) {
  const t = useT("memory");
  const { user_id } = useUser();
  const { project, trace_id, onGoOn } = props;
  const place = { user_id, trace_id };
  const [, setGivenUp] = useState(0);
  const moment = readUnfinished(place);
  if (!moment) return null;
  const giveUp = () => {
    giveUpMoment(project, place, moment.upload_ids);
    setGivenUp((times) => times + 1);
  };
  return (
    <Alert
      className="memory-gone"
      type="warning"
      showIcon
      title={moment.label === "" ? t("unfinished.title") : t("unfinished.title_of", { scene: moment.label })}
      description={t("unfinished.files", { names: inRow(moment.file_names) })}
      action={
        <span className="memory-exports">
          <Button size="small" type="primary" onClick={() => onGoOn(moment)}>
            {t("unfinished.go_on")}
          </Button>
          <Button size="small" onClick={giveUp}>
            {t("unfinished.give_up")}
          </Button>
        </span>
      }
    />
  );
}
