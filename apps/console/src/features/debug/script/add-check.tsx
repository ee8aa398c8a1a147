import { LIMITS, type ElementTree } from "@udt/contract";
import { useT } from "../../../lib/i18n/index.ts";
import { hint } from "../hints.tsx";
import { targetOf } from "./targets.ts";
import { useScript } from "./use-script.ts";

/** Has the script look whether this element shows, and says what it says now. */
export function AddCheck({ tree, at }: { tree: ElementTree; at: number }) {
  const t = useT("debug");
  const { keeper } = useScript();
  const add = () => {
    const target = targetOf(tree, at, keeper.accountTexts);
    const said = tree.list[at]?.text ?? "";
    if (!target) return;
    // What is longer was cut when it was read. A password shows dots, and how many is nobody's business.
    const isWhole = said.length < LIMITS.element_text_max && !tree.list[at]?.states.includes("password");
    keeper.add({ kind: "check", target, text: isWhole ? said : "" });
    hint("good", t("script.check_added"));
  };
  return (
    <button type="button" className="udt-button" onClick={add}>
      {t("script.add_check")}
    </button>
  );
}
