import { DownOutlined } from "@ant-design/icons";
import type { Device } from "@udt/contract";
import { Button, Space } from "antd";
import { useState } from "react";
import { ClickMenu } from "../../lib/components/click-menu.tsx";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { deviceName } from "../../lib/device-name/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { numbered } from "../../lib/runs/index.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useIsGuest, useUser } from "../../lib/session/index.ts";
import { DebugButton, isGivenOut, sessionOf, TakeOverDialog } from "../../lib/tests/index.ts";

/** What whoever looks may do with the device now: take it, go back to it, watch it, or read of it. */
export function DeviceAction(props: {
  project: string;
  device: Device;
  /** Shows all that is known of it, where nothing can be done with it; without it nothing is offered then. */
  onOpen?: (device_id: string) => void;
  pending: boolean;
  onStart: (duration_minutes?: number) => void;
}) {
  const t = useT("devices");
  const common = useT("common");
  const user = useUser();
  const { device, project } = props;
  const guest = useIsGuest(project);
  const mayWatch = useMay(project, "debug.monitor");
  // A self-check gives way to whoever wants the device.
  if ((device.state === "idle" || device.state === "inspection") && isGivenOut(device) && !guest) {
    return <DebugButton model={deviceName(device)} pending={props.pending} onStart={props.onStart} />;
  }
  const mine = device.lease?.user_id === user.user_id;
  if (device.state === "busy" && device.lease?.run && !guest && (mine || mayWatch)) {
    return <RunActions project={project} device={device} lease={device.lease} run={device.lease.run} />;
  }
  const session = guest ? undefined : sessionOf({ project, user_id: user.user_id, mayWatch }, device);
  if (session) {
    const label = common(session.mine ? "debug.back" : "debug.watch");
    return (
      <LinkButton
        to={session.path}
        aria-label={common("labelled", { label, value: deviceName(device) })}
        {...(session.mine && { color: "primary", variant: "outlined" })}
      >
        {label}
      </LinkButton>
    );
  }
  const { onOpen } = props;
  if (!onOpen) return null;
  return (
    <Button
      aria-label={common("labelled", { label: t("details"), value: deviceName(device) })}
      onClick={() => onOpen(device.device_id)}
    >
      {t("details")}
    </Button>
  );
}

/** A run's device is looked at; who may end the run's part on it may also take it over. */
function RunActions(props: {
  project: string;
  device: Device;
  lease: NonNullable<Device["lease"]>;
  run: NonNullable<NonNullable<Device["lease"]>["run"]>;
}) {
  const { project, device, lease, run } = props;
  const t = useT("devices");
  const common = useT("common");
  const tests = useT("tests");
  const user = useUser();
  const [asking, setAsking] = useState(false);
  const model = deviceName(device);
  const { device_id } = device;
  const watch = (
    <LinkButton
      to={paths.debug(project, lease.test_id, device_id)}
      aria-label={common("labelled", { label: common("debug.watch"), value: model })}
    >
      {common("debug.watch")}
    </LinkButton>
  );
  if (lease.user_id !== user.user_id && !user.user_role.udt_admin) return watch;
  return (
    <>
      <Space.Compact>
        {watch}
        <ClickMenu
          menu={{
            items: [{ key: "take_over", danger: true, label: `${tests("take_over.action")}…` }],
            onClick: () => setAsking(true),
          }}
        >
          <Button aria-label={t("run_more", { model })} title={t("run_more", { model })} icon={<DownOutlined />} />
        </ClickMenu>
      </Space.Compact>
      <TakeOverDialog
        project={project}
        test_id={lease.test_id}
        device_id={device_id}
        model={model}
        run_name={numbered(run)}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
