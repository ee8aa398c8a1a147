import type { Device } from "@udt/contract";
import { useEffect } from "react";
import { DeviceStatePill, SkeletonBar } from "../../../lib/components/index.ts";
import { deviceName } from "../../../lib/device-name/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUser } from "../../../lib/session/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { SessionProvider, useDeviceQuery, useSessionOf, useTestQuery, type TestWithViewers } from "../session.tsx";
import { NO_MEMBER, ownSession, type Member } from "./group.ts";
import { SessionTile } from "./session-tile.tsx";
import type { TileProps } from "./tile-props.ts";
import { Tile } from "./tile.tsx";

/** One device of the page, with a session or before it has one. */
export function PhoneTile(props: TileProps) {
  const { group, device_id } = props;
  const user = useUser();
  const member = useStore(group.members)[device_id] ?? NO_MEMBER;
  const device = useDeviceQuery(device_id);
  const own = ownSession(device.data, group.project, user.user_id);
  useEffect(() => {
    if (own !== undefined) group.adopt(device_id, own);
  }, [group, device_id, own]);
  const test_id = member.test_id ?? own;
  if (test_id !== undefined && !member.isBeginning) return <TileOfTest key={test_id} {...props} test_id={test_id} />;
  return <FreeTile {...props} member={member} device={device.data} error={device.error} />;
}

/** A device that nobody here has yet: what it is doing, and how it is taken. */
function FreeTile(props: TileProps & { member: Member; device: Device | undefined; error: Error | null }) {
  const { group, device_id, member, device, error } = props;
  const t = useT("debug");
  const refusal = member.refusal ?? (error ? errorText(error) : undefined);
  return (
    <Tile {...props} name={device ? deviceName(device) : ""} pill={device && <DeviceStatePill device={device} />}>
      <div className="dbg-pane">
        <div className="dbg-panel">
          {member.isBeginning ? (
            <div role="status">
              <span className="dbg-spinner" aria-hidden />
              <p>{t("together.beginning")}</p>
            </div>
          ) : (
            <>
              {refusal === undefined ? (
                <p>{t("together.not_begun")}</p>
              ) : (
                <p className="dbg-panel-error" role="alert">
                  {refusal}
                </p>
              )}
              <button type="button" className="udt-button" onClick={() => void group.begin(device_id)}>
                {refusal === undefined ? t("together.take") : t("together.try_again")}
              </button>
            </>
          )}
        </div>
      </div>
    </Tile>
  );
}

function TileOfTest(props: TileProps & { test_id: string }) {
  const test = useTestQuery(props.test_id);
  if (test.data) return <TileOfSession {...props} test={test.data} />;
  return (
    <Tile {...props} name="">
      <div className="dbg-pane">
        {test.isError ? <p role="alert">{errorText(test.error)}</p> : <SkeletonBar width={120} />}
      </div>
    </Tile>
  );
}

function TileOfSession(props: TileProps & { test: TestWithViewers }) {
  const session = useSessionOf(props.test, props.device_id);
  if (!session) return null;
  return (
    <SessionProvider value={session}>
      <SessionTile {...props} />
    </SessionProvider>
  );
}
