import { useMemo } from "react";
import { EmptyState } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Table } from "../../../lib/list/index.ts";
import { AimOutlined } from "@ant-design/icons";
import type { FlameNames, FlameTree } from "./tree.ts";

const OFFERED = 100;

/** The functions that allocate the most themselves, for one to be chosen. */
export function FunctionList(props: {
  names: FlameNames;
  tree: FlameTree;
  isFound: Uint8Array | null;
  onChoose: (frame: number) => void;
}) {
  const t = useT("flame");
  const format = useFormat();
  const { names, tree, isFound, onChoose } = props;
  const own = useMemo(() => ownOfFrames(tree, names.symbols.length), [tree, names]);
  const frames = Array.from(own.keys())
    .filter((frame) => isFound === null || isFound[frame] === 1)
    .toSorted((one, two) => (own[two] ?? 0) - (own[one] ?? 0))
    .slice(0, OFFERED);
  if (frames.length === 0)
    return (
      <EmptyState icon={<AimOutlined />} title={t("choose.title")}>
        {t("choose.nothing")}
      </EmptyState>
    );
  return (
    <>
      <p className="flame-notes">
        {t("choose.title")} · {t("choose.text")}
      </p>
      <Table
        columns={[
          { key: "name", label: t("choose.name") },
          { key: "image", label: t("choose.image"), width: 240 },
          { key: "own", label: t("choose.own"), width: 140 },
        ]}
      >
        {frames.map((frame) => (
          <tr key={frame}>
            <td>
              <button type="button" className="flame-function udt-link udt-ellipsis" onClick={() => onChoose(frame)}>
                <span data-literal>{names.symbols[frame]}</span>
              </button>
            </td>
            <td className="udt-ellipsis" data-literal>
              {names.images[names.image[frame] ?? -1]}
            </td>
            <td className="udt-num">{format.bytes(own[frame] ?? 0)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function ownOfFrames({ size, frame, own }: FlameTree, frames: number): Float64Array {
  const sums = new Float64Array(frames);
  for (let node = 1; node < size; node += 1) {
    const of = frame[node] ?? 0;
    sums[of] = (sums[of] ?? 0) + (own[node] ?? 0);
  }
  return sums;
}
