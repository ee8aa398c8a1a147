import { SkeletonRows } from "../../../../lib/components/index.ts";
import { loadTexts } from "../../../../lib/i18n/index.ts";
import { lateComponent } from "../../../../lib/late/late-component.tsx";
import type { StepsInEditorProps } from "./steps-in-editor.tsx";

/** Its code and its texts come when steps are first wanted. */
export const LateSteps = lateComponent<StepsInEditorProps>(
  async () => (await Promise.all([import("./steps-in-editor.tsx"), loadTexts("steps")]))[0].StepsInEditor,
  (_, waiting = <SkeletonRows rows={8} />) => <div className="edit-no-code">{waiting}</div>,
);
