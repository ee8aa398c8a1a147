import { Button } from "antd";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { levelOf, type Layout } from "./layout.ts";
import { ROOT, type FlameNames } from "./tree.ts";

/** A call in words: what it is, and how much of all memory was allocated there and below. */
export function FrameFacts(props: {
  names: FlameNames;
  layout: Layout;
  slot: number;
  all: string;
  onSandwich: (frame: number) => void;
}) {
  const t = useT("flame");
  const format = useFormat();
  const { names, layout, slot, all } = props;
  const { tree, total, total_before } = layout;
  const node = layout.node[slot] ?? ROOT;
  const frame = tree.frame[node] ?? -1;
  const [now, own] = [total[node] ?? 0, tree.own[node] ?? 0];
  const image = names.images[names.image[frame] ?? -1] ?? "";
  const size = total_before
    ? t("facts.change", { before: format.bytes(total_before[node] ?? 0), now: format.bytes(now) })
    : format.bytes(now);
  const name = names.symbols[frame] ?? all;
  const level = levelOf(layout, slot);
  return (
    <div className="flame-told">
      <p className="flame-facts" role="status" aria-label={t("facts.label")}>
        <b className="udt-ellipsis udt-mono" title={name} data-literal>
          {name}
        </b>
        {image !== "" && <span data-literal>{image}</span>}
        <span className="udt-num">{size}</span>
        <span className="udt-num udt-secondary">
          {t("facts.share", { share: format.percent(now / Math.max(1, total[ROOT] ?? 0)) })}
        </span>
        <span className="udt-num udt-secondary">{t("facts.own", { size: format.bytes(own) })}</span>
        {level > 0 && (
          <span className="udt-num udt-secondary">
            {t("facts.level", { count: level, number: format.number(level) })}
          </span>
        )}
      </p>
      {frame >= 0 && (
        <Button size="small" onClick={() => props.onSandwich(frame)}>
          {t("sandwich")}
        </Button>
      )}
    </div>
  );
}
