import type { ReactNode } from "react";
import { SkeletonBar } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { busyShare, faultShare, onlineShare, passShare, type Share } from "./figures.ts";
import type { BehindList, Board, DeviceFigures } from "./use-board.ts";

const MINUTE_MS = 60_000;

interface TilesProps {
  board: Board;
  /** How many cases came out one way or the other; undefined while nobody knows. */
  cases: number | undefined;
  devices: DeviceFigures | undefined;
  /** They could not be read. */
  noDevices: boolean;
  onOpen?: (list: BehindList) => void;
}

/** The figures of the days, each with what it was in as many days before. On a wall nothing leads on. */
export function Tiles(props: TilesProps) {
  const t = useT("quality");
  const format = useFormat();
  const { board, cases, onOpen } = props;
  const { totals, before, queue } = board;
  const opens = (list: BehindList) => onOpen && (() => onOpen(list));
  const share = (one: Share | undefined) => (one === undefined ? "–" : format.percent(one.ratio));
  const sample = (one: Share | undefined) =>
    one === undefined ? t("tile.no_sample") : t("tile.sample", { count: one.of, cases: format.number(one.of) });
  const [passed, faults] = [passShare(totals), faultShare(totals)];
  const flaky =
    cases === undefined || cases === 0
      ? undefined
      : { percent: format.percent(Math.min(1, totals.flaky / cases)), count: cases, cases: format.number(cases) };
  return (
    <div className="quality-tiles">
      <Tile
        name={t("tile.pass_rate")}
        value={share(passed)}
        note={sample(passed)}
        change={<Points now={passed?.ratio} then={passShare(before)?.ratio} isGood="more" />}
        isMain
        onOpen={opens("runs")}
      />
      <Tile
        name={t("tile.runs")}
        value={format.number(totals.runs)}
        note={t("tile.results", { count: totals.total, cases: format.number(totals.total) })}
        change={<Change now={totals.runs} then={before.runs} />}
        onOpen={opens("runs")}
      />
      <Tile
        name={t("tile.failed")}
        value={format.number(totals.failed)}
        change={<Change now={totals.failed} then={before.failed} isGood="less" />}
        onOpen={opens("failed")}
      />
      <Tile
        name={t("tile.new_failures")}
        value={format.number(totals.new_failures)}
        note={t("tile.new_failures_note")}
        change={<Change now={totals.new_failures} then={before.new_failures} isGood="less" />}
        onOpen={opens("new_failure")}
      />
      <Tile
        name={t("tile.flaky")}
        value={format.number(totals.flaky)}
        note={flaky === undefined ? t("tile.flaky_note") : t("tile.flaky_of", flaky)}
        change={<Change now={totals.flaky} then={before.flaky} isGood="less" />}
        onOpen={opens("flaky")}
      />
      <Tile
        name={t("tile.faults")}
        value={share(faults)}
        note={sample(faults)}
        change={<Points now={faults?.ratio} then={faultShare(before)?.ratio} isGood="less" />}
        onOpen={opens("device_fault")}
      />
      <Tile
        name={t("tile.wait")}
        value={queue.now === null ? "–" : format.duration(queue.now.p50)}
        note={queue.now === null ? t("tile.no_wait") : t("tile.wait_note", { time: format.duration(queue.now.p95) })}
        change={<Change now={queue.now?.p50} then={queue.before?.p50} isGood="less" />}
        onOpen={opens("waits")}
      />
      <DeviceTiles {...props} />
    </div>
  );
}

/** What the devices did, and how those that were broken were mended. */
function DeviceTiles({ devices, noDevices, onOpen }: TilesProps) {
  const t = useT("quality");
  const format = useFormat();
  const unread = devices === undefined && noDevices ? { value: "–", note: t("tile.unread") } : undefined;
  const busy = devices && busyShare(devices.now);
  const online = devices && onlineShare(devices.now);
  const opens = (list: BehindList) => onOpen && (() => onOpen(list));
  const duration = (minutes: number | null) => (minutes === null ? "–" : format.duration(minutes * MINUTE_MS));
  return (
    <>
      <Tile
        name={t("tile.use")}
        value={devices === undefined ? undefined : busy === undefined ? "–" : format.percent(busy)}
        note={devices && t("tile.use_note", { count: devices.devices, devices: format.number(devices.devices) })}
        change={<Points now={busy} then={devices && busyShare(devices.before)} />}
        {...unread}
        onOpen={opens("devices")}
      />
      <Tile
        name={t("tile.online")}
        value={devices === undefined ? undefined : online === undefined ? "–" : format.percent(online.ratio)}
        note={devices && <OnlineNote devices={devices} />}
        change={<Points now={online?.ratio} then={devices && onlineShare(devices.before)?.ratio} isGood="more" />}
        {...unread}
        onOpen={opens("presence")}
      />
      <Tile
        name={t("tile.orders")}
        value={devices && format.number(devices.open_orders)}
        note={devices && t("tile.orders_note", { reported: format.number(devices.now.reported) })}
        {...unread}
        onOpen={opens("orders")}
      />
      <Tile
        name={t("tile.mending")}
        value={devices && duration(devices.now.mean_repair_minutes)}
        note={
          devices && t("tile.mending_note", { count: devices.now.closed, orders: format.number(devices.now.closed) })
        }
        change={
          <Change
            now={devices?.now.mean_repair_minutes ?? undefined}
            then={devices?.before.mean_repair_minutes ?? undefined}
            isGood="less"
          />
        }
        {...unread}
        onOpen={opens("mended")}
      />
    </>
  );
}

/** Of how much time it is, and since when that is noted where it is not for all of these days and those before. */
function OnlineNote({ devices }: { devices: DeviceFigures }) {
  const t = useT("quality");
  const format = useFormat();
  const today = useNow();
  const { noted_since, now, before } = devices;
  if (noted_since === null) return t("tile.online_unknown");
  if (before.looked_minutes === null) return t("tile.online_since", { day: format.dateTime(noted_since, today) });
  return t("tile.online_note", { time: format.duration((now.looked_minutes ?? 0) * MINUTE_MS) });
}

interface TileProps {
  name: string;
  /** Undefined while it is not known. */
  value: string | undefined;
  note?: ReactNode;
  change?: ReactNode;
  isMain?: true;
  /** Opens the list behind it. */
  onOpen?: (() => void) | undefined;
}

function Tile({ name, value, note, change, isMain, onOpen }: TileProps) {
  const content = (
    <>
      <span className="quality-tile-name">{name}</span>
      <span className="quality-tile-value">
        <b>{value ?? <SkeletonBar width={72} height={20} />}</b>
        {change}
      </span>
      <small>{note}</small>
    </>
  );
  const look = { className: "quality-tile", "data-main": isMain };
  if (onOpen)
    return (
      <button type="button" {...look} onClick={onOpen}>
        {content}
      </button>
    );
  return <div {...look}>{content}</div>;
}

type Good = "more" | "less";

function Delta({ by, text, isGood }: { by: number; text: string; isGood: Good | undefined }) {
  const t = useT("quality");
  const tone = isGood === undefined || by === 0 ? undefined : by > 0 === (isGood === "more") ? "good" : "bad";
  return (
    <span className="quality-change" data-tone={tone} title={t("tile.before_hint")}>
      {text}
    </span>
  );
}

function Change({ now, then, isGood }: { now: number | undefined; then: number | undefined; isGood?: Good }) {
  const t = useT("quality");
  const format = useFormat();
  if (now === undefined || then === undefined || then === 0) return null;
  const by = (now - then) / then;
  const text = t(by >= 0 ? "tile.more" : "tile.less", { percent: format.percent(Math.abs(by)) });
  return <Delta by={by} text={text} isGood={isGood} />;
}

/** A share is compared by points. */
function Points({ now, then, isGood }: { now: number | undefined; then: number | undefined; isGood?: Good }) {
  const t = useT("quality");
  const format = useFormat();
  if (now === undefined || then === undefined) return null;
  const by = Math.round((now - then) * 1000) / 10;
  const text = t(by >= 0 ? "tile.points_more" : "tile.points_less", { points: format.number(Math.abs(by)) });
  return <Delta by={by} text={text} isGood={isGood} />;
}
