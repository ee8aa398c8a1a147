import { LIMITS, type ElementTree } from "@udt/contract";
import { useT } from "../../../lib/i18n/index.ts";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { hint } from "../hints.tsx";
import { addLook } from "./add-look.ts";
import { targetOf } from "./targets.ts";
import { useScript } from "./use-script.ts";

/** Of a button, in signs. */
const SHOWN_MAX = 30;

/** Has the script look whether this element shows, or whether it says what it says now. */
export function AddCheck({ tree, at }: { tree: ElementTree; at: number }) {
  const t = useT("debug");
  const { keeper, recorder, read } = useScript();
  const [isLooking, setLooking] = useState(false);
  const element = tree.list[at];
  const said = element?.text ?? "";
  // What is longer was cut when it was read. A password shows dots, and how many is nobody's business.
  const isWhole = said !== "" && said.length < LIMITS.element_text_max && !element?.states.includes("password");
  const add = (text: string) => {
    const target = targetOf(tree, at, keeper.accountTexts);
    if (!target) return;
    keeper.add({ kind: "check", target, text });
    hint("good", t("script.check_added"));
  };
  const look = async () => {
    setLooking(true);
    try {
      const why = await addLook({ keeper, recorder, read }, tree, at);
      hint(why ? "bad" : "good", t(why ? `script.no_picture.${why}` : "script.check_added"));
    } catch (error) {
      hint("bad", errorText(error));
    } finally {
      setLooking(false);
    }
  };
  const signs = [...said.replaceAll(/\s+/g, " ")];
  const shown = signs.length > SHOWN_MAX ? `${signs.slice(0, SHOWN_MAX - 1).join("")}…` : signs.join("");
  return (
    <span className="dbg-script-checks">
      <button type="button" className="udt-button" onClick={() => add("")}>
        {t("script.add_check")}
      </button>
      <button type="button" className="udt-button" disabled={isLooking} onClick={() => void look()}>
        {t("script.add_look")}
      </button>
      {isWhole && (
        <button type="button" className="udt-button" title={said} onClick={() => add(said)}>
          {t("script.add_text_check", { text: shown })}
        </button>
      )}
    </span>
  );
}
