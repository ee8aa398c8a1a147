import { useEffect, useMemo, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { useT } from "../../../lib/i18n/index.ts";
import type { BesideEditor } from "../../../lib/open-file.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { AskedBanner } from "../control/asked-banner.tsx";
import { ControlNotice } from "../control/control-notice.tsx";
import { WatchesOnly } from "../control/watches-only.tsx";
import { useDropped } from "../dropped.ts";
import { EndButton } from "../end-button.tsx";
import { FewKeys } from "../few-keys.tsx";
import { TimeLeft } from "../header.tsx";
import { HintLine } from "../hints.tsx";
import { OpenIcon } from "../icons.tsx";
import { createDeviceClipboard, DeviceClipboardProvider } from "../input/device-clipboard.ts";
import { InputController } from "../input/input-controller.ts";
import { useInput } from "../input/use-input.ts";
import { InspectLayer } from "../inspect/inspect-layer.tsx";
import { InspectToggle } from "../inspect/inspect-toggle.tsx";
import { InspectorProvider, useInspector, useNewInspector, useTreeReader } from "../inspect/use-inspector.ts";
import { EndPanel, PreparingPanel } from "../panels.tsx";
import { LivePill } from "../screen/live-pill.tsx";
import { PhoneScreen } from "../screen/phone-screen.tsx";
import { useScreenController } from "../screen/use-screen-controller.ts";
import { useSession } from "../session.tsx";
import { Warnings } from "../warnings.tsx";
import { BesideInspect } from "./beside-inspect.tsx";
import { useLocators } from "./use-locators.ts";

type Props = Pick<BesideEditor, "file" | "refusal" | "onPhone"> & {
  head: (name: string, more: ReactNode) => ReactNode;
  /** The device was taken again by another session. */
  onStarted: (test_id: string) => void;
  /** Another phone is wanted. */
  onOther: () => void;
};

/** An ordinary debug session in the place beside the editor: its screen, its keys, and what lies on the screen. */
export function BesideSession(props: Props) {
  const debug = useT("debug");
  const { running } = useSession();
  useReadiness(props.onPhone);
  const controller = useScreenController(running);
  const clipboard = useMemo(() => createDeviceClipboard(debug), [debug]);
  const inspector = useNewInspector(controller, useTreeReader());
  const [input] = useState(() => new InputController());
  useInput(input, controller, clipboard.received);
  return (
    <DeviceClipboardProvider value={clipboard}>
      <InspectorProvider value={inspector}>
        <Parts {...props} controller={controller} input={input} />
      </InspectorProvider>
    </DeviceClipboardProvider>
  );
}

/** Tells of the device for as long as scripts can be run on it. */
function useReadiness(onPhone: BesideEditor["onPhone"]): void {
  const { running, drives, project, test_id, device_id } = useSession();
  useEffect(() => {
    if (!running || !drives) return undefined;
    onPhone({ project, test_id, device_id });
    return () => onPhone(undefined);
  }, [running, drives, project, test_id, device_id, onPhone]);
}

function Parts(props: Props & { controller: ScreenController | undefined; input: InputController }) {
  const { file, refusal, head, onStarted, onOther, controller, input } = props;
  const t = useT("beside");
  const { test, test_id, test_device, device_id, project, drives, isHolder } = useSession();
  const inspector = useInspector();
  const { isOn } = useStore(inspector.view);
  const isAwaited = file?.take !== undefined;
  useEffect(() => {
    if (isAwaited) inspector.turn(true);
  }, [isAwaited, inspector]);
  const isOver = test.state === "ended";
  const isPicking = isOn && drives;
  const locators = useLocators({ file, refusal });
  const page = (
    <Link
      className="udt-icon-button"
      data-large
      to={paths.debug(project, test_id, device_id)}
      target="_blank"
      aria-label={t("page")}
      title={t("page")}
    >
      <OpenIcon />
    </Link>
  );
  return (
    <>
      {head(
        test_device.model || test_device.serial,
        <>
          {controller && !isOver && <LivePill controller={controller} />}
          <span className="dbg-space" />
          {!isOver && isHolder && <EndButton />}
          {page}
        </>,
      )}
      {!isOver && <Acts />}
      <ControlNotice />
      <AskedBanner />
      <Warnings input={input} />
      {isOver ? (
        <EndPanel
          onStarted={onStarted}
          ways={
            <button type="button" className="udt-button" onClick={onOther}>
              {t("other")}
            </button>
          }
        />
      ) : controller ? (
        <LiveScreen controller={controller} input={input} onPoint={locators.point} />
      ) : (
        <PreparingPanel />
      )}
      <HintLine />
      {!isOver && !isPicking && (drives ? <FewKeys input={input} /> : <WatchesOnly />)}
      {!isOver && isPicking && <BesideInspect locators={locators} />}
    </>
  );
}

/** Whether elements are picked, and how long the session lasts. */
function Acts() {
  const t = useT("beside");
  const debug = useT("debug");
  const { device, drives } = useSession();
  const can = device?.capabilities.includes("elements") ?? true;
  const why = !drives ? debug("tabs.drivers_only") : can ? undefined : t("no_elements");
  return (
    <div className="dbg-beside-acts">
      <InspectToggle label={debug("tabs.inspect")} why={why} />
      <span className="dbg-space" />
      <TimeLeft />
    </div>
  );
}

function LiveScreen(props: { controller: ScreenController; input: InputController; onPoint: (at: number) => void }) {
  const { controller, input, onPoint } = props;
  const t = useT("beside");
  const { drives } = useSession();
  const dropped = useDropped();
  return (
    <PhoneScreen controller={controller} input={input} isSmall {...dropped}>
      {drives && <InspectLayer label={t("layer")} onChoose={onPoint} />}
    </PhoneScreen>
  );
}
