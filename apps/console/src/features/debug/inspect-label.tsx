import { useT } from "../../lib/i18n/index.ts";
import { useStore } from "../../lib/streams/index.ts";
import { useScript } from "./script/use-script.ts";

/** The tab's name, with a mark while a script is recorded, wherever the person is. */
export function InspectLabel() {
  const t = useT("debug");
  const isRecording = useStore(useScript().recorder.isRecording);
  return (
    <>
      {t("tabs.inspect")}
      {isRecording && <span className="dbg-script-mark" aria-hidden />}
    </>
  );
}
