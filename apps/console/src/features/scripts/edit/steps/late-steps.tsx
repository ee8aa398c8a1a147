import { SkeletonRows } from "../../../../lib/components/index.ts";
import { loadTexts } from "../../../../lib/i18n/index.ts";
import { lateComponent } from "../../../../lib/late/late-component.tsx";
import { lowCodeSchema } from "../low-code/ask-low-code.ts";
import type { StepsInEditorProps } from "./steps-in-editor.tsx";

/** Its code and its texts come when steps are first wanted. */
export const LateSteps = lateComponent<StepsInEditorProps>(
  async () => {
    const [late, schema] = await Promise.all([import("./steps-in-editor.tsx"), lowCodeSchema(), loadTexts("steps")]);
    late.keepJsonSchema(schema);
    return late.StepsInEditor;
  },
  (_, waiting = <SkeletonRows rows={8} />) => <div className="edit-no-code">{waiting}</div>,
);
