import type { PartitionRule } from "@udt/contract";
import { useMemo, useState, type ReactNode } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FlameCanvas } from "./flame-canvas.tsx";
import { FrameFacts } from "./frame-facts.tsx";
import { FunctionList } from "./function-list.tsx";
import type { Layout } from "./layout.ts";
import { ModuleLegend } from "./module-legend.tsx";
import { frameKey, frameOfKey, nodeKey, slotOfKey } from "./names.ts";
import { found } from "./search.ts";
import { ROOT } from "./tree.ts";
import { useLayouts, type Flame } from "./use-flame.ts";
import { NOWHERE, type FlameAddress } from "./use-flame-address.ts";
import { useLook } from "./use-look.ts";
import { useModules } from "./use-modules.ts";
import { useSearch } from "./use-search.ts";

type Change = (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => void;

interface Spot {
  layout: Layout;
  slot: number;
}

/** The graphs of a tree, and the call that is looked at in words. */
export function FlameView(props: {
  flame: Flame;
  /** The project's partition rules. */
  rules: readonly PartitionRule[];
  address: FlameAddress;
  set: Change;
}) {
  const { flame, address, set } = props;
  const t = useT("flame");
  const { names } = flame;
  const { view, keyword, grows } = address;
  const frame = useMemo(
    () => (address.frame === undefined ? undefined : frameOfKey(names, address.frame)),
    [names, address.frame],
  );
  const layouts = useLayouts(flame, { ...address, frame });
  const { isFound, fault } = useSearch(names, keyword);
  const [focused, setFocused] = useState<Spot>();
  const [pointed, setPointed] = useState<Spot>();
  const told = [pointed, focused].find((spot) => spot && spot.slot >= 0 && layouts.includes(spot.layout));
  const main = layouts.at(-1);
  const isByModule = address.color === "module" && view === "calls" && !flame.tree.before;
  const { modules, of_call } = useModules(names, isByModule ? main : undefined, props.rules);
  const look = useLook(names, modules);
  const isSandwich = view === "sandwich";
  const { at, callers_at } = address;
  const slots = useMemo(
    () =>
      layouts.map((layout, index) => {
        const key = isSandwich && index === 0 ? callers_at : at;
        return key === undefined ? undefined : slotOfKey(layout, names, key);
      }),
    [layouts, names, isSandwich, at, callers_at],
  );
  const choose = (one: number) => set({ view: "sandwich", frame: frameKey(names, one), ...NOWHERE });
  const kindOf = (index: number) => (isSandwich && index === 0 ? "sandwich_callers" : view);
  return (
    <section className="udt-card flame-graph" data-view={view} aria-label={t("title")}>
      {!main ? (
        <FunctionList names={names} tree={flame.tree} isFound={isFound} onChoose={choose} />
      ) : (
        <>
          <Notes flame={flame} layout={main} isFound={isFound} hasCallers={view !== "calls"}>
            {fault && <span className="flame-fault">{t(`fault.${fault}`, { term: keyword })}</span>}
          </Notes>
          {of_call && <ModuleLegend modules={modules} of_call={of_call} layout={main} look={look} />}
          {layouts.map((layout, index) => (
            <FlameCanvas
              key={kindOf(index)}
              label={t(`graph.${kindOf(index)}`)}
              all={t(`all.${kindOf(index)}`)}
              layout={layout}
              names={names}
              look={look}
              isFound={isFound}
              modules={of_call}
              grows={isSandwich ? (index === 0 ? "up" : "down") : grows}
              focused={focused?.layout === layout ? focused.slot : -1}
              {...placeOf(index)}
              onFocus={(slot) => setFocused({ layout, slot })}
              onPoint={(slot) => setPointed({ layout, slot })}
            />
          ))}
          <FrameFacts
            names={names}
            layout={told?.layout ?? main}
            slot={told?.slot ?? slots.at(-1) ?? 0}
            all={t(`all.${kindOf(layouts.indexOf(told?.layout ?? main))}`)}
            onSandwich={choose}
          />
        </>
      )}
    </section>
  );

  /** Where a graph is looked at, as the address has it. */
  function placeOf(index: number) {
    const [at_name, range_name] =
      isSandwich && index === 0 ? (["callers_at", "callers_range"] as const) : (["at", "range"] as const);
    const layout = layouts[index];
    return {
      place: { slot: slots[index], range: address[range_name] },
      onOpen: (slot: number | undefined) => {
        const key = slot !== undefined && layout && nodeKey(layout.tree, names, layout.node[slot] ?? ROOT);
        set({ [at_name]: key || undefined, [range_name]: undefined });
      },
      onRange: (range: string) => set({ [range_name]: range, [at_name]: undefined }, { replace: true }),
    };
  }
}

/** What is found, what the colours say, and what is not shown. */
function Notes(props: {
  flame: Flame;
  layout: Layout;
  isFound: Uint8Array | null;
  hasCallers: boolean;
  /** What is wrong with the search. */
  children: ReactNode;
}) {
  const t = useT("flame");
  const format = useFormat();
  const { flame, layout, isFound } = props;
  const matches = useMemo(() => isFound && found(layout.tree, layout.total, isFound), [layout, isFound]);
  const counted = (count: number) => ({ count, number: format.number(count) });
  return (
    <div className="flame-notes">
      {flame.tree.before && <span>{t("legend")}</span>}
      {props.hasCallers && <span>{t("callers_lead")}</span>}
      {flame.left_out > 0 && <span>{t("left_out", counted(flame.left_out))}</span>}
      <span role="status">
        {matches &&
          t("found", {
            ...counted(matches.calls),
            size: format.bytes(matches.bytes),
            share: format.percent(matches.bytes / Math.max(1, layout.total[ROOT] ?? 0)),
          })}
        {props.children}
      </span>
    </div>
  );
}
