import { useMemo } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { Layout } from "./layout.ts";
import type { Look } from "./paint.ts";

/** Which colour is which module's, and what its stacks allocated: together all bytes of the tree. */
export function ModuleLegend(props: { modules: readonly string[]; of_call: Int32Array; layout: Layout; look: Look }) {
  const t = useT("flame");
  const format = useFormat();
  const { modules, of_call, layout, look } = props;
  const bytes = useMemo(() => {
    const sums = Array.from({ length: modules.length + 1 }, () => 0);
    for (const [node, own] of layout.tree.own.entries()) {
      const module = of_call[node] ?? -1;
      const at = module < 0 ? modules.length : module;
      sums[at] = (sums[at] ?? 0) + own;
    }
    return sums;
  }, [modules, of_call, layout]);
  return (
    <ul className="flame-modules" aria-label={t("color.label")}>
      {bytes.map((size, module) => (
        <li key={modules[module] ?? "\n"}>
          <i style={{ background: look.modules[module] ?? look.strip }} />
          {module < modules.length ? <span data-literal>{modules[module]}</span> : t("color.none")}
          <span className="udt-num">{format.bytes(size)}</span>
        </li>
      ))}
    </ul>
  );
}
