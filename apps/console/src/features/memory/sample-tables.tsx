import {
  isMemoryTree,
  type MemoryReport,
  type MemorySample,
  type MemoryStack,
  type MemoryTable,
  type MemoryTree,
} from "@udt/contract";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { GradePill } from "./sample-facts.tsx";
import { Leaks } from "./leak-table.tsx";
import { useStackPlace } from "./stack-place.ts";
import { StackText } from "./stack-text.tsx";

const SIZES = ["virtual", "resident", "dirty", "swapped", "volatile", "nonvolatile", "empty"] as const;

/** One table of a sample's report, and how many rows there was no room for. */
export function SampleTable({ report, table }: { report: MemoryReport; table: MemoryTable }) {
  const t = useT("memory");
  const format = useFormat();
  const leftOut = isMemoryTree(table) ? 0 : (report[table]?.left_out ?? 0);
  return (
    <div className="udt-card memory-table">
      {table === "regions" && <Regions regions={report.regions.list} />}
      {table === "zones" && <Zones zones={report.zones.list} />}
      {table === "leaks" && <Leaks leaks={report.leaks} />}
      {table === "classes" && <Classes classes={report.classes.list} />}
      {isMemoryTree(table) && <Stacks sample={report.sample} kind={table} tree={report[table]} />}
      {leftOut > 0 && (
        <p className="udt-secondary memory-more">{t("more", { count: leftOut, number: format.number(leftOut) })}</p>
      )}
    </div>
  );
}

/** A size, or nothing where no file tells it. */
function Size({ bytes }: { bytes: number | null }) {
  const format = useFormat();
  return <td className="udt-num">{bytes === null ? "" : format.bytes(bytes)}</td>;
}

function Regions({ regions }: { regions: MemoryReport["regions"]["list"] }) {
  const t = useT("memory");
  const format = useFormat();
  const told = SIZES.filter((size) => regions.some((region) => region[size] !== null));
  const isCounted = regions.some(({ count }) => count !== null);
  return (
    <Table
      columns={[
        { key: "type", label: t("region.type") },
        { key: "footprint", label: t("region.footprint"), width: 120 },
        ...told.map((size) => ({ key: size, label: t(`region.${size}`), width: 112 })),
        ...(isCounted ? [{ key: "count", label: t("region.count"), width: 90 }] : []),
      ]}
    >
      {regions.map((region) => (
        <tr key={region.type}>
          <td className="udt-ellipsis" title={region.type} data-literal>
            {region.type}
          </td>
          <Size bytes={region.footprint} />
          {told.map((size) => (
            <Size key={size} bytes={region[size]} />
          ))}
          {isCounted && <td className="udt-num">{region.count === null ? "" : format.number(region.count)}</td>}
        </tr>
      ))}
    </Table>
  );
}

function Zones({ zones }: { zones: MemoryReport["zones"]["list"] }) {
  const t = useT("memory");
  const format = useFormat();
  return (
    <Table
      columns={[
        { key: "name", label: t("zone.name") },
        { key: "allocated", label: t("zone.allocated"), width: 130 },
        { key: "dirty", label: t("region.dirty"), width: 120 },
        { key: "swapped", label: t("region.swapped"), width: 120 },
        { key: "fragmentation", label: t("zone.fragmentation"), width: 170 },
        { key: "count", label: t("zone.count"), width: 120 },
      ]}
    >
      {zones.map((zone, index) => (
        <tr key={index}>
          <td className="udt-ellipsis" title={zone.name} data-literal>
            {zone.name}
          </td>
          <Size bytes={zone.allocated} />
          <Size bytes={zone.dirty} />
          <Size bytes={zone.swapped} />
          <td className="udt-num">
            {zone.fragmentation !== null && (
              <span className="memory-graded">
                {format.percent(zone.fragmentation / 100)}
                {zone.grade && <GradePill grade={zone.grade} />}
              </span>
            )}
          </td>
          <td className="udt-num">{format.number(zone.count)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Classes({ classes }: { classes: MemoryReport["classes"]["list"] }) {
  const t = useT("memory");
  const format = useFormat();
  const isRetaining = classes.some(({ retained }) => retained !== null);
  return (
    <Table
      columns={[
        { key: "name", label: t("class.name") },
        { key: "type", label: t("class.type"), width: 120 },
        { key: "image", label: t("class.image"), width: 220 },
        ...(isRetaining
          ? [{ key: "retained", label: t("class.retained"), title: t("class.retained_of"), width: 120 }]
          : []),
        { key: "bytes", label: t("class.bytes"), width: 120 },
        { key: "count", label: t("zone.count"), width: 120 },
      ]}
    >
      {classes.map(({ name, type, image, bytes, count, retained }, index) => (
        <tr key={index}>
          <td className="udt-ellipsis" title={name} data-literal>
            {name}
          </td>
          <td data-literal>{type}</td>
          <td className="udt-ellipsis" title={image} data-literal>
            {image}
          </td>
          {isRetaining && <Size bytes={retained} />}
          <Size bytes={bytes} />
          <td className="udt-num">{format.number(count)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Stacks(props: {
  sample: MemorySample;
  kind: MemoryTree;
  tree: { bytes: number; top: readonly MemoryStack[] } | null;
}) {
  const t = useT("memory");
  const format = useFormat();
  const placeOf = useStackPlace();
  const { sample, tree, kind } = props;
  if (!tree) return null;
  return (
    <Table
      columns={[
        { key: "name", label: t(kind === "java" ? "stack.held" : "stack.name") },
        { key: "bytes", label: t("class.bytes"), width: 120 },
        { key: "share", label: t("stack.share"), width: 110 },
      ]}
    >
      {tree.top.map(({ name, bytes, stack }, index) => (
        <tr key={index}>
          <td>
            <StackText name={name} stack={stack} flame={placeOf(sample, kind, stack)} />
          </td>
          <Size bytes={bytes} />
          <td className="udt-num">{format.percent(tree.bytes === 0 ? 0 : bytes / tree.bytes)}</td>
        </tr>
      ))}
    </Table>
  );
}
