import { assistdEndpoints } from "@udt/contract/endpoints/assistd";
import { App } from "antd";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import { api } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { useCancelTest } from "../../../lib/tests/index.ts";
import { EndWords } from "../end-words.tsx";
import { FewKeys } from "../few-keys.tsx";
import { hint } from "../hints.tsx";
import { createDeviceClipboard, DeviceClipboardProvider } from "../input/device-clipboard.ts";
import { InputController } from "../input/input-controller.ts";
import { useInput } from "../input/use-input.ts";
import { PreparingPanel } from "../panels.tsx";
import { LivePill } from "../screen/live-pill.tsx";
import { PhoneScreen } from "../screen/phone-screen.tsx";
import { useScreenController } from "../screen/use-screen-controller.ts";
import { deviceCall, useSession } from "../session.tsx";
import { Warnings } from "../warnings.tsx";
import type { Conductor } from "./conductor.ts";
import type { Group } from "./group.ts";
import type { TileProps } from "./tile-props.ts";
import { Tile } from "./tile.tsx";
import { TileNote } from "./tile-note.tsx";
import { useIsVisible } from "../../../lib/visibility/index.ts";

/** A device with its session: live, being made ready, or over. */
export function SessionTile(props: TileProps) {
  const { group, device_id, isLeader } = props;
  const t = useT("debug");
  const { test, test_id, test_device, running, project } = useSession();
  const isVisible = useIsVisible();
  // Behind another tab nobody sees them: nothing is sent and nothing decoded.
  // Eight whole pictures are more than a page can decode: the leader's is the one that is worked in.
  const controller = useScreenController(running && isVisible, isLeader ? undefined : "low");
  const clipboard = useMemo(() => createDeviceClipboard(t), [t]);
  const [input] = useState(() => new InputController());
  useInput(input, controller, clipboard.received);
  const askToEnd = useEnding();
  useJoined(group.conductor, input, controller);
  const view = useStore(group.conductor.view).phones[device_id];
  const name = test_device.model || test_device.serial;
  const isOver = test.state === "ended";
  const more = [
    {
      key: "alone",
      label: (
        <Link to={paths.debug(project, test_id, device_id)} target="_blank">
          {t("together.alone")}
        </Link>
      ),
    },
    ...(isOver ? [] : [{ key: "end", danger: true, label: t("end.button"), onClick: askToEnd }]),
  ];
  return (
    <DeviceClipboardProvider value={clipboard}>
      <Tile
        {...props}
        name={name}
        isApart={!isLeader && view?.divergence !== undefined}
        pill={controller && !isOver && <LivePill controller={controller} />}
        more={more}
      >
        <Warnings input={input} />
        {isOver ? (
          <OverPanel group={group} />
        ) : controller ? (
          <PhoneScreen
            controller={controller}
            input={input}
            isSmall={!isLeader}
            dropWords={t("together.no_files")}
            onDrop={() => hint("warning", t("together.no_files"))}
          />
        ) : (
          <PreparingPanel />
        )}
        {!isOver && isLeader && <FewKeys input={input} />}
        {!isOver && view && <TileNote view={view} isLeader={isLeader} />}
      </Tile>
    </DeviceClipboardProvider>
  );
}

/** Ends the session after the question that its own page asks. */
function useEnding(): () => void {
  const t = useT("debug");
  const common = useT("common");
  const { modal } = App.useApp();
  const { project, test_id } = useSession();
  const end = useCancelTest(project);
  return () =>
    void modal.confirm({
      title: t("end.confirm_title"),
      content: t("end.confirm_text"),
      okText: t("end.confirm"),
      cancelText: common("cancel"),
      okButtonProps: { danger: true },
      // The error policy tells a failure; the tile goes on showing what is true.
      onOk: () => end.mutateAsync(test_id).catch(() => undefined),
    });
}

/** Puts the phone among those that are driven together, as long as its session runs. */
function useJoined(conductor: Conductor, input: InputController, controller: ScreenController | undefined): void {
  const { device, running, target } = useSession();
  const { test_id, device_id, project } = target;
  const isReadable = device?.capabilities.includes("elements") ?? false;
  useEffect(() => {
    if (!running) return undefined;
    const call = { ...deviceCall({ test_id, device_id, project }), body: { is_automatic: true } };
    conductor.join(device_id, {
      send: (message) => input.repeat(message),
      size: () => input.size,
      read: isReadable ? () => api.call(assistdEndpoints.elementTree, call) : undefined,
    });
    const offSent = input.sent.on((message) => conductor.given(device_id, message));
    const offReady = input.ready.subscribe(() => {
      if (!input.ready.get()) conductor.broken(device_id);
    });
    return () => {
      offSent();
      offReady();
      conductor.leave(device_id);
    };
  }, [conductor, input, running, isReadable, test_id, device_id, project]);
  useEffect(
    () => controller?.stats.subscribe(() => conductor.pictured(device_id, controller.stats.get().frames)),
    [conductor, controller, device_id],
  );
}

/** The session is over; the others go on. */
function OverPanel({ group }: { group: Group }) {
  const t = useT("debug");
  const common = useT("common");
  const { test, device_id } = useSession();
  const reason = test.end_reason ?? "user";
  const beginAnew = async () => {
    const { lacksApp } = await group.begin(device_id, test.app_id);
    if (lacksApp) hint("warning", common("debug.app_gone"));
  };
  return (
    <div className="dbg-pane">
      <div className="dbg-panel" role="alert" data-end-reason={reason}>
        <EndWords />
        <button type="button" className="udt-button" onClick={() => void beginAnew()}>
          {t("ended.retest")}
        </button>
      </div>
    </div>
  );
}
