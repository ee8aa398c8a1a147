import { PartitionOutlined } from "@ant-design/icons";
import {
  MEMORY_MODES,
  type MemoryChanges,
  type MemoryComparison,
  type MemoryFacts,
  type MemoryMode,
  type MemorySums,
  type MemoryTree,
} from "@udt/contract";
import type { ReactNode } from "react";
import { EmptyState } from "../../../lib/components/index.ts";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../../lib/list/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useProjectId } from "../../../lib/project.ts";
import { saidText } from "../../../lib/words/index.ts";
import { Delta } from "../delta.tsx";
import { FlameButton } from "../flame-button.tsx";
import { useStackPlace } from "../stack-place.ts";
import { ViewTabs } from "../view-tabs.tsx";
import { ChangeTable } from "./change-table.tsx";
import { ComparisonExports } from "./comparison-exports.tsx";
import { ModuleChangeTable } from "./module-change-table.tsx";
import { SumsTable } from "./sums-table.tsx";

/** What became of the memory between two samples: in a sentence, and in one of six ways. */
export function Comparison({ comparison, isOld }: { comparison: MemoryComparison; isOld: boolean }) {
  const t = useT("memory");
  const c = useT("memory-compare");
  const format = useFormat();
  const [search] = useUrlFilters();
  const { verdict, footprint } = comparison;
  const mode = oneOf(search.get("mode"), MEMORY_MODES) ?? "footprint";
  return (
    <section aria-label={t("compare.title")} aria-busy={isOld}>
      <div className="udt-card memory-verdict" role="status">
        <h2 data-said={verdict.code}>{saidText(verdict)}</h2>
        {footprint && (
          <p className="udt-secondary udt-num">
            {t("compare.footprint", { before: format.bytes(footprint.before), after: format.bytes(footprint.after) })}{" "}
            <Delta bytes={footprint.delta} /> · {t(`measure.${footprint.measure}`)}
          </p>
        )}
      </div>
      <ViewTabs label={c("modes")} name="mode" views={MEMORY_MODES} chosen={mode} labelOf={(one) => c(`mode.${one}`)} />
      <div className="memory-tools">
        <span className="udt-secondary">{c(`lead.${mode}`)}</span>
        <ComparisonExports comparison={comparison} />
      </div>
      <Mode mode={mode} of={comparison} />
    </section>
  );
}

function Mode({ mode, of }: { mode: MemoryMode; of: MemoryComparison }) {
  switch (mode) {
    case "footprint":
      return <Footprint of={of} />;
    case "composition":
      return <Composition of={of} />;
    case "vmmap":
      return <Parts mode={mode} of={of} parts={["regions", "zones"]} />;
    case "partitions":
      return <Partitions of={of} />;
    case "call_tree":
      return <Trees mode={mode} of={of} trees={["malloc", "java"]} />;
    case "vm_regions":
      return <Trees mode={mode} of={of} trees={["vm"]} />;
  }
}

/** Of a mode of which one of the samples, or both, do not tell anything. */
function Untold({ mode, action, children }: { mode: MemoryMode; action?: ReactNode; children?: ReactNode }) {
  const c = useT("memory-compare");
  return (
    <div className="udt-card memory-alone">
      <EmptyState icon={<PartitionOutlined />} title={c("untold.title")} action={action}>
        {children ?? c(`untold.${mode}`)}
      </EmptyState>
    </div>
  );
}

const FIGURES = [
  ["peak", ({ footprint_peak_bytes }) => footprint_peak_bytes],
  ["resident", ({ totals }) => totals?.resident],
  ["dirty", ({ totals }) => totals?.dirty],
  ["swapped", ({ totals }) => totals?.swapped],
  ["malloc", ({ malloc_bytes }) => malloc_bytes],
  ["vm", ({ vm_bytes }) => vm_bytes],
  ["java", ({ java_bytes }) => java_bytes],
] as const satisfies [string, (facts: MemoryFacts) => number | null | undefined][];

/** The footprint beside what else is measured of the whole process. */
function Footprint({ of }: { of: MemoryComparison }) {
  const c = useT("memory-compare");
  const { before, after, footprint } = of;
  const told = FIGURES.flatMap(([key, figureOf]) => {
    const [was, is] = [before.facts && figureOf(before.facts), after.facts && figureOf(after.facts)];
    return was == null || is == null ? [] : [{ key, name: c(`figure.${key}`), sums: sumsOf(was, is) }];
  });
  const rows = [...(footprint ? [{ key: "footprint", name: c("figure.footprint"), sums: footprint }] : []), ...told];
  return rows.length === 0 ? <Untold mode="footprint" /> : <SumsTable rows={rows} />;
}

const sumsOf = (before: number, after: number): MemorySums => ({ before, after, delta: after - before });

/** What of the footprint has a stack, and what the heap is made of. */
function Composition({ of }: { of: MemoryComparison }) {
  const c = useT("memory-compare");
  const { composition } = of;
  return (
    <>
      {composition && (
        <SumsTable
          rows={(["with_stack", "without_stack"] as const).map((key) => ({
            key,
            name: c(`stack.${key}`, { tree: c(`tree.${composition.tree}`) }),
            sums: composition[key],
          }))}
        />
      )}
      {(!composition || of.classes || of.leaks) && <Parts mode="composition" of={of} parts={["classes", "leaks"]} />}
    </>
  );
}

/** Tables of what changed, each below its name. */
function Parts(props: {
  mode: MemoryMode;
  of: MemoryComparison;
  parts: readonly ("regions" | "zones" | "classes" | "leaks")[];
}) {
  const t = useT("memory");
  const { mode, of, parts } = props;
  const told = parts.flatMap((part): [typeof part, MemoryChanges][] => {
    const changes = of[part];
    return changes ? [[part, changes]] : [];
  });
  if (told.length === 0) return <Untold mode={mode} />;
  return told.map(([part, changes]) => (
    <section key={part} aria-label={t(`view.${part}`)} className="memory-part">
      <h3>{t(`view.${part}`)}</h3>
      <ChangeTable changes={changes} noise_bytes={part === "leaks" ? 0 : of.noise_bytes} />
    </section>
  ));
}

/** What became of each module by the project's partition rules. */
function Partitions({ of }: { of: MemoryComparison }) {
  const c = useT("memory-compare");
  const parts = useT("partitions");
  const project = useProjectId();
  const { partitions, rules_version, noise_bytes, after } = of;
  const rules = (
    <LinkButton size="small" to={paths.memoryRegions(project, after)}>
      {parts("to_rules")}
    </LinkButton>
  );
  if (rules_version === 0)
    return (
      <Untold mode="partitions" action={rules}>
        {parts("none.text")}
      </Untold>
    );
  if (!partitions) return <Untold mode="partitions" action={rules} />;
  return (
    <>
      <div className="memory-tools">
        <span className="udt-secondary">{parts("by_version", { version: rules_version })}</span>
        {rules}
      </div>
      <section aria-label={c("held")} className="memory-part">
        <ModuleChangeTable changes={partitions.held} noise_bytes={noise_bytes} />
      </section>
      {partitions.vm && (
        <section aria-label={parts("part.vm")} className="memory-part">
          <h3>{parts("part.vm")}</h3>
          <p className="udt-secondary">{parts("part_of.vm")}</p>
          <ModuleChangeTable changes={partitions.vm} noise_bytes={noise_bytes} />
        </section>
      )}
    </>
  );
}

/** Trees of calls, each below its name; as flame graphs, too, in which each row has its place. */
function Trees({ mode, of, trees }: { mode: MemoryMode; of: MemoryComparison; trees: readonly MemoryTree[] }) {
  const t = useT("memory");
  const placeOf = useStackPlace();
  const told = trees.flatMap((tree): [MemoryTree, MemoryChanges][] => {
    const changes = of[tree];
    return changes ? [[tree, changes]] : [];
  });
  if (told.length === 0) return <Untold mode={mode} />;
  return told.map(([tree, changes]) => (
    <section key={tree} aria-label={t(`view.${tree}`)} className="memory-part">
      {trees.length > 1 && <h3>{t(`view.${tree}`)}</h3>}
      <div className="memory-tools">
        <FlameButton sample={of.after} tree={tree} before={of.before} />
      </div>
      <ChangeTable
        changes={changes}
        noise_bytes={of.noise_bytes}
        flameOf={(stack) => placeOf(of.after, tree, stack, of.before)}
      />
    </section>
  ));
}
