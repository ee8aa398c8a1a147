import { Segmented } from "antd";
import { useState } from "react";
import { useT } from "../../lib/i18n/index.ts";
import type { ElementActions } from "./inspect/element-facts.tsx";
import { ElementsView } from "./inspect/elements-view.tsx";
import { AddCheck } from "./script/add-check.tsx";
import { ScriptView } from "./script/script-view.tsx";

const addCheck: ElementActions = (tree, at) => <AddCheck tree={tree} at={at} />;
const VIEWS = ["elements", "script"] as const;

/** The elements on the screen, and the script of what is done to them. */
export function InspectTab() {
  const t = useT("debug");
  const [view, setView] = useState<(typeof VIEWS)[number]>("elements");
  return (
    <div className="dbg-inspect-tab">
      <div className="dbg-inspect-views">
        <Segmented
          size="small"
          value={view}
          onChange={setView}
          options={VIEWS.map((value) => ({ value, label: t(`script.view.${value}`) }))}
        />
      </div>
      {view === "elements" ? <ElementsView actions={addCheck} /> : <ScriptView />}
    </div>
  );
}
