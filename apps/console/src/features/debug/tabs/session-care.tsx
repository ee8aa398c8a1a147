import { say } from "@udt/contract";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Said } from "../../../lib/words/index.ts";
import { useSession } from "../session.tsx";

const CARE = ["prepare", "check", "clean"] as const;

/** What was done to the device before it was handed over and after it was given back, and how it came out. */
export function SessionCare() {
  const t = useT("debug");
  const format = useFormat();
  const { test_device } = useSession();
  const isOver = test_device.state === "done";
  return (
    <section aria-label={t("device.care.title")}>
      <div className="dbg-toolbar">
        <h2 className="dbg-title">{t("device.care.title")}</h2>
      </div>
      <dl className="dbg-facts-list">
        {CARE.map((name) => {
          const phase = test_device.phases.findLast((one) => one.name === name);
          // Most devices are handed out without one.
          if (name === "check" && !phase) return null;
          return (
            <div key={name} data-care={name}>
              <dt>{t(`device.care.${name}`)}</dt>
              <dd>
                {phase?.error ? (
                  <Said said={phase.error} />
                ) : phase?.ended_at ? (
                  t("device.care.done", {
                    time: format.exact(phase.ended_at),
                    duration: format.duration(phase.cost ?? 0),
                  })
                ) : phase ? (
                  t("device.care.now")
                ) : !isOver ? (
                  t("device.care.later")
                ) : name === "clean" && test_device.phases.length > 0 ? (
                  // Who had it gives it back by having it cleaned, unless it is gone.
                  <Said said={say("device_lost_not_cleaned")} />
                ) : (
                  t("device.care.never")
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
