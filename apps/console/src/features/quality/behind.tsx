import { Drawer } from "antd";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FlakyCases, HealthCases, Results, Runs } from "./behind-cases.tsx";
import { Devices, Orders, Waits } from "./behind-devices.tsx";
import type { Listed } from "./paged-list.tsx";
import { OF_LIST, type BehindList } from "./use-board.ts";

type BehindProps = Listed & { list: BehindList | undefined; onClose: () => void };

/** The list that a figure counts, beside the board and narrowed as it is. */
export function Behind({ list, onClose, ...listed }: BehindProps) {
  const t = useT("quality");
  return (
    <Drawer open={list !== undefined} size={640} title={list && t(`behind.${list}`)} onClose={onClose}>
      <NarrowedTo {...listed} />
      {list !== undefined && <Behinds list={list} listed={listed} />}
    </Drawer>
  );
}

function Behinds({ list, listed }: { list: BehindList; listed: Listed }) {
  switch (list) {
    case "runs":
      return <Runs {...listed} />;
    case "health":
      return <HealthCases {...listed} />;
    case "flaky":
      return <FlakyCases {...listed} />;
    case "waits":
      return <Waits {...listed} />;
    case "devices":
      return <Devices {...listed} by="busy" />;
    case "presence":
      return <Devices {...listed} by="offline" />;
    case "orders":
      return <Orders {...listed} which="open" />;
    case "mended":
      return <Orders {...listed} which="closed" />;
    default:
      return <Results {...listed} figure={list} />;
  }
}

/** One day, one case, or one failure that the list is of, and the way to all. */
function NarrowedTo({ search, onNarrow }: Listed) {
  const t = useT("quality");
  const format = useFormat();
  const [day, case_key] = [search.get("day"), search.get("case_key")];
  const is_same = search.get("signature") !== null;
  if (day === null && case_key === null && !is_same) return null;
  return (
    <p className="quality-narrowed">
      {day !== null && <span>{format.shortDay(day)}</span>}
      {case_key !== null && (
        <span className="udt-ellipsis" data-literal>
          {case_key}
        </span>
      )}
      {is_same && <span>{t("behind.same")}</span>}
      <button type="button" className="udt-button" onClick={() => onNarrow(OF_LIST)}>
        {t("behind.all")}
      </button>
    </p>
  );
}
