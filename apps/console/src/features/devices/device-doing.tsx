import { UserOutlined } from "@ant-design/icons";
import type { Device, WorkCause } from "@udt/contract";
import { Link } from "react-router";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { numbered } from "../../lib/runs/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { KIND_VIEWS, ProgressLine, runPathOf } from "../../lib/tests/index.ts";
import { useCause } from "./use-cause.ts";
import { useOutLine } from "./use-out-line.ts";
import { saidLine, saidText } from "../../lib/words/index.ts";

/** Who has the device, why, and until when; or why nobody can have it. */
export function DeviceDoing({ project, device }: { project: string; device: Device }) {
  const t = useT("devices");
  const holder = useHolder(device);
  switch (device.state) {
    case "idle":
      return <span className="udt-secondary">{t(device.draining ? "doing.draining" : "doing.free")}</span>;
    case "busy":
      return device.lease ? <Lease project={project} lease={device.lease} holder={holder} /> : null;
    case "cleaning":
      return <Cleaning lease={device.lease} />;
    case "initializing":
      return <Why reason={device.state_reason} otherwise={t("doing.initializing")} />;
    case "inspection":
      return <LookedAfter work={device.lease?.work ?? null} />;
    case "out_of_use":
      return <OutOfUse out={device.out_of_use} />;
    case "initialization_failed":
      return <Why reason={device.state_reason} otherwise={t("doing.failed")} />;
    case "offline":
      return <LastSeen device={device} />;
  }
}

function Cleaning({ lease }: { lease: Device["lease"] }) {
  const t = useT("devices");
  const user = useUser();
  const text =
    lease?.user_id === user.user_id
      ? t("doing.cleaning_after_you")
      : lease?.user_name
        ? t("doing.cleaning_after", { user: lease.user_name })
        : t("doing.cleaning");
  return <span className="udt-secondary">{text}</span>;
}

/** What the platform has it do, and why. */
function LookedAfter({ work }: { work: WorkCause | null }) {
  const t = useT("devices");
  const causeOf = useCause();
  if (!work) return <span className="udt-secondary">{t("doing.inspection")}</span>;
  return <Lines first={t(`doing.work.${work.work}`)} second={causeOf(work)} />;
}

function LastSeen({ device }: { device: Device }) {
  const t = useT("devices");
  const format = useFormat();
  const now = useNow();
  const seen = t("doing.last_seen", { time: format.moment(device.last_seen_at, now), agent: device.agent_name });
  return device.state_reason ? (
    <Lines first={saidLine(device.state_reason)} second={seen} />
  ) : (
    <Lines first={seen} second="" />
  );
}

/** Why nobody gets the device, by whose word and since when. */
function OutOfUse({ out }: { out: Device["out_of_use"] }) {
  const line = useOutLine();
  if (!out) return null;
  const { about, reason } = line(out);
  return reason ? <Lines first={reason} second={about} /> : <Lines first={about} second="" />;
}

/** What is wrong with the device, with the raw words of it small below. */
function Why({ reason, otherwise }: { reason: Device["state_reason"]; otherwise: string }) {
  if (!reason) return <span className="udt-secondary">{otherwise}</span>;
  return <Lines first={saidText(reason)} second={reason.evidence} />;
}

/** What matters first, in two lines where it is alone, the rest small below; the whole on hover when it does not fit. */
function Lines({ first, second }: { first: string; second: string }) {
  return (
    <span className="devices-lines" title={second ? `${first} · ${second}` : first}>
      <span className={second ? "udt-ellipsis" : "udt-lines"}>{first}</span>
      {second && <small className="udt-ellipsis">{second}</small>}
    </span>
  );
}

function useHolder(device: Device): string {
  const common = useT("common");
  const user = useUser();
  if (!device.lease) return "";
  return device.lease.user_id === user.user_id ? common("you") : device.lease.user_name;
}

function Lease(props: { project: string; lease: NonNullable<Device["lease"]>; holder: string }) {
  const { project, lease } = props;
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const user = useUser();
  const holder = props.holder || common("platform");
  if (KIND_VIEWS[lease.kind].isRun) return <RunLease project={project} lease={lease} holder={holder} />;
  const isMine = lease.user_id === user.user_id;
  return (
    <span className="devices-lines">
      <b className="udt-ellipsis">{holder}</b>
      <small className="udt-dotted udt-num">
        {/* When a session must be over says nothing of when it will be: that is of use to who has it alone. */}
        {isMine && lease.until !== null ? (
          <>
            <span>{t("doing.until", { time: format.moment(lease.until, now) })}</span>
            <span>{t("doing.left", { time: format.countdown(lease.until - now) })}</span>
          </>
        ) : (
          <span>{t("doing.for", { time: format.duration(wholeMinutes(now - lease.since)) })}</span>
        )}
      </small>
    </span>
  );
}

const MINUTE = 60_000;
const wholeMinutes = (ms: number) => Math.max(1, Math.floor(ms / MINUTE)) * MINUTE;

/** Which run has the device and for whom, which case runs there, and how far it is. */
function RunLease({
  project,
  lease,
  holder,
}: {
  project: string;
  lease: NonNullable<Device["lease"]>;
  holder: string;
}) {
  const common = useT("common");
  const progress = lease.run?.progress;
  return (
    <span className="devices-lines">
      <span className="devices-run">
        <RunOf project={project} lease={lease} />
        <small className="udt-secondary udt-ellipsis" title={holder}>
          <UserOutlined aria-hidden /> {holder}
        </small>
      </span>
      <small className="udt-dotted">
        {progress?.current ? (
          <Link
            className="udt-ellipsis"
            data-literal
            title={progress.current.name}
            to={paths.runCase(project, lease.test_id, progress.current.case_run_id, lease.run?.job_id ?? undefined)}
          >
            {progress.current.name}
          </Link>
        ) : (
          <span>{common(`test_device_state.${lease.phase}`)}</span>
        )}
        {progress && progress.total > 0 && <ProgressLine progress={progress} />}
      </small>
    </span>
  );
}

/** Which run has the device, its number in sight however long its name is; it leads to the report. What another project runs has no name here. */
function RunOf({ project, lease }: { project: string; lease: NonNullable<Device["lease"]> }) {
  const t = useT("tests");
  const report = runPathOf(project, lease);
  if (report === undefined || !lease.run) return <b className="udt-ellipsis">{t("other_run")}</b>;
  const name = numbered(lease.run);
  const end = name.lastIndexOf(" ");
  return (
    <Link to={report} title={name}>
      <span className="udt-ellipsis">{name.slice(0, end)}</span>
      <span>{name.slice(end)}</span>
    </Link>
  );
}
