import { StatePill } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { LIVENESS_TONES, livenessOf, wordOf } from "../../../lib/screen/liveness.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { useStore } from "../../../lib/streams/index.ts";

/** Whether the picture is live, or what is the matter with it. */
export function LivePill({ controller }: { controller: ScreenController }) {
  const t = useT("debug");
  const view = useStore(controller.view);
  return <StatePill tone={LIVENESS_TONES[livenessOf(view)]}>{t(`live.${wordOf(view)}`)}</StatePill>;
}
