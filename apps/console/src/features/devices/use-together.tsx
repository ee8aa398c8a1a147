import type { Device } from "@udt/contract";
import { Button } from "antd";
import { useNavigate } from "react-router";
import { deviceName } from "../../lib/device-name/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { Selection } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { isGivenOut, TOGETHER, type TogetherState } from "../../lib/tests/index.ts";

/** How ticking devices is spoken of. */
export function useTickWords(): Selection<Device>["words"] {
  const t = useT("devices");
  return {
    one: (name) => t("together.one", { name }),
    all: t("together.all"),
    bar: t("together.bar"),
    chosen: (count) => t("together.chosen", { count }),
    clear: t("together.clear"),
  };
}

/** Idle devices are ticked to be debugged in one view. */
export function useTogether(project: string): Selection<Device> {
  return {
    idOf: ({ device_id }) => device_id,
    nameOf: deviceName,
    isTickable: (device) => device.state === "idle" && isGivenOut(device),
    words: useTickWords(),
    actions: (chosen) => <TogetherButton project={project} chosen={chosen} />,
  };
}

/** Begins a session on each, in the page that drives them together. */
function TogetherButton({ project, chosen }: { project: string; chosen: readonly Device[] }) {
  const t = useT("devices");
  const navigate = useNavigate();
  const isRight = chosen.length >= TOGETHER.min && chosen.length <= TOGETHER.max;
  const state: TogetherState = { begin: true };
  const device_ids = chosen.map(({ device_id }) => device_id);
  return (
    <>
      <Button
        type="primary"
        disabled={!isRight}
        onClick={() => void navigate(paths.together(project, device_ids), { state })}
      >
        {t("together.start")}
      </Button>
      {!isRight && <span className="udt-secondary">{t("together.how_many", TOGETHER)}</span>}
    </>
  );
}
