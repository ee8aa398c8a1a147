import { MobileOutlined } from "@ant-design/icons";
import type { UseQueryResult } from "@tanstack/react-query";
import { DEVICE_RESULTS, type Run, type RunProgress, type Slot } from "@udt/contract";
import { App, Button } from "antd";
import { Fragment } from "react";
import { Link } from "react-router";
import { EmptyState, ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { betweenListed, useFormat, withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, oneOf, useUrlFilters } from "../../lib/list/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { ProgressLine } from "../../lib/tests/index.ts";
import { Said } from "../../lib/words/index.ts";
import { ReportBroken } from "../../lib/work-orders/report-broken.tsx";
import { CaseBar } from "./case-bar.tsx";
import { CasesLine } from "./cases-line.tsx";
import { SoFar } from "./case-row.tsx";
import "./devices.css";
import { PhonePicture } from "./live/phone-picture.tsx";
import { useMayWatch } from "./live/use-may-watch.ts";
import { watchPath } from "./live/watch-path.ts";
import { partsOf } from "./parts.ts";
import { useSlotName } from "./slot-name.ts";
import { usePlace } from "./use-place.ts";
import { useCancelPart } from "./use-runs.ts";
import { doneCases, ResultPill } from "./words.tsx";

/** A run's devices: what each has, does and waits for; while it runs a wall of their screens, for those who may watch. */
export function DevicesTab({ run, slots }: { run: Run; slots: UseQueryResult<{ list: Slot[] }> }) {
  const t = useT("runs");
  const [search, set] = useUrlFilters();
  const mayWatch = useMayWatch(run);
  const isOpen = run.test.state !== "ended";
  if (slots.isPending) return <SkeletonRows rows={4} />;
  if (!slots.data)
    return <ErrorState title={t("devices.error")} error={slots.error} onRetry={() => void slots.refetch()} />;
  const { list } = slots.data;
  const occurring = DEVICE_RESULTS.filter((one) => list.some((slot) => slot.result === one));
  const result = oneOf(search.get("result"), DEVICE_RESULTS);
  const shown = list
    .filter((slot) => result === undefined || slot.result === result)
    // What went wrong comes first once nothing changes its place any more.
    .toSorted((a, b) => (isOpen ? 0 : wentWrong(b) - wentWrong(a)));
  return (
    <>
      {(occurring.length > 1 || result !== undefined) && (
        <div className="runs-tools">
          <FilterSelect
            label={t("filter.verdict")}
            value={result}
            options={DEVICE_RESULTS.filter((one) => one === result || occurring.includes(one)).map((value) => ({
              value,
              label: t(`result.${value}`),
            }))}
            onChange={(value) => set({ result: value })}
          />
        </div>
      )}
      {shown.length === 0 && list.length > 0 ? (
        <EmptyState
          icon={<MobileOutlined />}
          title={t("devices.none.title")}
          action={<Button onClick={() => set({ result: undefined })}>{t("list.no_match.clear")}</Button>}
        >
          {t("devices.none.text")}
        </EmptyState>
      ) : (
        <ul className="runs-devices" data-wall={isOpen && mayWatch ? true : undefined}>
          {shown.map((slot) => (
            <DeviceCard key={slot.device_seq} run={run} slot={slot} isPictured={isOpen && mayWatch} />
          ))}
        </ul>
      )}
    </>
  );
}

const WRONG: ReadonlySet<Slot["result"]> = new Set(["failed", "partly_passed", "timed_out", "dispatch_failed"]);
const wentWrong = ({ result }: Slot): number => Number(WRONG.has(result));

function DeviceCard({ run, slot, isPictured }: { run: Run; slot: Slot; isPictured: boolean }) {
  const t = useT("runs");
  const common = useT("common");
  const place = usePlace();
  const nameOf = useSlotName();
  const name = nameOf(slot);
  const phase = slot.phases.findLast(({ ended_at }) => ended_at === null);
  return (
    <li className="runs-device" data-result={slot.result}>
      {isPictured && <PhonePicture run={run} slot={slot} name={name} />}
      <div className="runs-device-name">
        <b className="udt-ellipsis">
          {slot.device_id === null ? (
            name
          ) : (
            <Link to={place.device(slot.device_id)} aria-label={t("devices.open", { device: name })}>
              {name}
            </Link>
          )}
        </b>
        {slot.model !== "" && (
          <small className="udt-secondary udt-ellipsis">
            {[slot.brand, `${osName(common, slot.os)} ${slot.os_version}`, slot.serial].filter(Boolean).join(" · ")}
          </small>
        )}
      </div>
      <div>
        {slot.queue ? (
          <StatePill tone="offline">{t("devices.waiting")}</StatePill>
        ) : (
          <ResultPill result={slot.result} />
        )}
        {phase && <span className="runs-notes">{t(`phase.${phase.name}`)}</span>}
      </div>
      <div className="runs-device-work">
        {slot.queue ? (
          <Waiting queue={slot.queue} />
        ) : (
          <>
            <CaseBar totals={slot.totals} whole={slot.progress?.is_shared ? slot.progress.total : undefined} />
            <small className="udt-secondary udt-num">
              {slot.progress ? (
                // What the run has in common stands above; what is said here is the device's own, as the bar is.
                <ProgressLine
                  progress={{ ...slot.progress, failed: slot.totals.failed }}
                  own={doneCases(slot.totals)}
                />
              ) : (
                <CasesLine totals={slot.totals} />
              )}
            </small>
            {slot.progress && <Happening progress={slot.progress} />}
          </>
        )}
        {slot.taken_over && (
          <small className="udt-secondary">{t("taken_over_by", { user: slot.taken_over.user_name })}</small>
        )}
        {slot.error !== null && (
          <p className="runs-error">
            <Said said={slot.error} />
          </p>
        )}
        <LostBefore slot={slot} />
      </div>
      <PartActions run={run} slot={slot} name={name} />
    </li>
  );
}

/** What can be done with a device's part in the run, and about the device. */
function PartActions({ run, slot, name }: { run: Run; slot: Slot; name: string }) {
  const t = useT("runs");
  const common = useT("common");
  const place = usePlace();
  const user = useUser();
  const { modal } = App.useApp();
  const cancel = useCancelPart(place.project, run.test.test_id).device;
  const isOpen = slot.state !== "done" && run.test.state !== "ended";
  const mayCancel = isOpen && (run.test.user_id === user.user_id || user.user_role.udt_admin);
  const watch = useMayWatch(run) ? watchPath(run, slot.device_id) : undefined;
  const ask = () =>
    modal.confirm({
      title: t("devices.cancel_ask"),
      content: t("devices.cancel_text"),
      okText: t("devices.cancel"),
      cancelText: common("close"),
      okButtonProps: { danger: true },
      onOk: () => cancel.mutateAsync(slot.device_seq).catch(() => undefined),
    });
  return (
    <div className="runs-device-actions">
      {watch && (
        <LinkButton
          size="small"
          to={watch}
          aria-label={common("labelled", { label: common("debug.watch"), value: name })}
        >
          {common("debug.watch")}
        </LinkButton>
      )}
      {mayCancel && (
        <Button size="small" loading={cancel.isPending} onClick={ask}>
          {t("devices.cancel")}
        </Button>
      )}
      {slot.device_id !== null && (
        <ReportBroken
          isQuiet
          project={place.project}
          device_id={slot.device_id}
          test_id={run.test.test_id}
          name={name}
        />
      )}
    </div>
  );
}

/** The devices that it had and lost. */
function LostBefore({ slot }: { slot: Slot }) {
  const t = useT("runs");
  const place = usePlace();
  const nameOf = useSlotName();
  const lost = partsOf([slot]).filter(({ isLost }) => isLost);
  if (lost.length === 0) return null;
  const between = betweenListed(lost.length);
  return (
    <small className="udt-secondary">
      {withGap(t("devices.lost"))}
      {lost.map((part, index) => (
        <Fragment key={part.device_id}>
          {index > 0 && between[index - 1]}
          <Link to={place.device(part.device_id)}>{nameOf(part)}</Link>
        </Fragment>
      ))}
    </small>
  );
}

function osName(common: ReturnType<typeof useT<"common">>, os: string): string {
  return os === "android" || os === "ios" || os === "harmony" ? common(`os.${os}`) : os;
}

function Waiting({ queue }: { queue: NonNullable<Slot["queue"]> }) {
  const t = useT("runs");
  const format = useFormat();
  return (
    <p className="runs-waiting">
      <span>{t("devices.position", { position: format.number(queue.position) })}</span>
      <span>{t(`wait.${queue.reason}`)}</span>
      {queue.eta !== null && <span>{t("devices.eta", { time: format.time(queue.eta) })}</span>}
    </p>
  );
}

/** What a device runs just now, and what failed on it last. */
function Happening({ progress: { current, last_failure } }: { progress: RunProgress }) {
  const t = useT("runs");
  const place = usePlace();
  return (
    <>
      {current && (
        <small className="runs-device-case">
          {withGap(t("devices.current"))}
          <Link to={place.case(current.case_run_id)} data-literal>
            {current.name}
          </Link>{" "}
          <span className="udt-secondary udt-num">
            <SoFar since={current.started_at} />
          </span>
        </small>
      )}
      <small className="runs-device-case runs-failed" aria-live="polite">
        {last_failure && (
          <>
            {withGap(t("devices.failed"))}
            <Link to={place.case(last_failure.case_run_id)} data-literal>
              {last_failure.name}
            </Link>
            {last_failure.error === "" ? (
              <span className="udt-lines">{t(`cause.${last_failure.cause}`)}</span>
            ) : (
              <span className="udt-lines" title={last_failure.error} data-literal>
                {last_failure.error}
              </span>
            )}
          </>
        )}
      </small>
    </>
  );
}
