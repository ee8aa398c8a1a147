import { Tooltip } from "antd";
import { LIMITS } from "@udt/contract";
import { Link } from "react-router";
import { isEmbedded } from "../../lib/embed/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useT } from "../../lib/i18n/index.ts";
import { usePlaceName } from "../../lib/place-name/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { ClickMenu } from "../../lib/components/click-menu.tsx";
import "../../lib/components/mark.css";
import { EndButton } from "./end-button.tsx";
import type { InputController } from "./input/input-controller.ts";
import { TouchTimesView } from "./input/touch-times-view.tsx";
import { People } from "./control/people-menu.tsx";
import { EyeIcon, LeaveIcon } from "./icons.tsx";
import { livenessOf } from "../../lib/screen/liveness.ts";
import type { ScreenController } from "../../lib/screen/screen-controller.ts";
import { LivePill } from "./screen/live-pill.tsx";
import { QualityMenu } from "./screen/quality-menu.tsx";
import { RecordingStatus } from "./recording/recording-status.tsx";
import { SoundButton } from "./sound/sound-button.tsx";
import { useSession } from "./session.tsx";
import { useStore } from "../../lib/streams/index.ts";
import { EXTEND_MINUTES, useExtendTest } from "./use-test-actions.ts";

const OTHER_MINUTES = [5, 30, 60, 120];
const [KBIT, MBIT] = [1_000, 1_000_000];

/** The strip above the page: which device, how live, who else, how long. */
export function DebugHeader(props: { controller: ScreenController | undefined; input: InputController }) {
  const { controller, input } = props;
  const common = useT("common");
  const { test_device, device, isHolder, isWatched, stage, test } = useSession();
  const name = test_device.model || test_device.serial;
  usePlaceName(name);
  const live = test.state === "ended" ? undefined : controller;
  const resolution = device && device.width > 0 ? `${device.width}×${device.height}` : undefined;
  return (
    <header className="dbg-header">
      {/* Who has this page within their own leaves by theirs. */}
      {stage !== "over" && !isEmbedded() && <Leave />}
      <div className="dbg-what">
        <div>
          <h1 className="udt-ellipsis" title={name}>
            {name}
          </h1>
          {live && <LiveStatus controller={live} />}
        </div>
        <div className="udt-secondary">
          <span className="dbg-facts">
            {common(`os.${test_device.os}`)} {test_device.os_version}
            {resolution && ` · ${resolution}`}
          </span>
          {live && <Stats controller={live} input={input} />}
        </div>
      </div>
      <RecordingStatus />
      <ByKey />
      <span className="dbg-space" />
      {/* Behind the room that is left: what stands before it is as wide as its figures. */}
      {live && !isWatched && <SoundButton />}
      <People />
      {stage !== "over" && (
        <>
          {/* A run has a limit, and ends when its cases do: the line of its progress tells when. */}
          {!isWatched && <TimeLeft />}
          {isHolder && <EndButton />}
        </>
      )}
    </header>
  );
}

/** Goes, and leaves the session as it is. */
function Leave() {
  const t = useT("debug");
  const format = useFormat();
  const now = useNow();
  const { test, project, isHolder } = useSession();
  const until = t("leave.title", { time: format.moment(test.deadline, now) });
  return (
    <Tooltip title={isHolder ? until : undefined} placement="bottomLeft">
      <Link
        className="udt-icon-button dbg-leave"
        data-large
        aria-label={t("leave.button")}
        to={paths.deviceList(project)}
      >
        <LeaveIcon />
      </Link>
    </Tooltip>
  );
}

/** A program may act here beside whoever looks: by whose key. */
function ByKey() {
  const t = useT("debug");
  const { test, isWatched } = useSession();
  if (test.key_name === null) return null;
  const about = { key: test.key_name, name: test.user_name };
  return (
    <Tooltip title={t(isWatched ? "viewers.by_key_run" : "viewers.by_key_title", about)} placement="bottom">
      <span className="udt-mark" tabIndex={0}>
        {t("viewers.by_key", about)}
      </span>
    </Tooltip>
  );
}

function LiveStatus({ controller }: { controller: ScreenController }) {
  const t = useT("debug");
  const { drives } = useSession();
  const view = useStore(controller.view);
  return (
    <>
      <LivePill controller={controller} />
      {!drives && (
        <span className="udt-mark">
          <EyeIcon /> {t("viewers.you_watch")}
        </span>
      )}
      {drives && <QualityMenu controller={controller} />}
      {view.isDark && <span className="udt-mark">{t("quality.dark")}</span>}
    </>
  );
}

function Stats({ controller, input }: { controller: ScreenController; input: InputController }) {
  const t = useT("debug");
  const format = useFormat();
  const stats = useStore(controller.stats);
  const view = useStore(controller.view);
  const { decoder, source, way, path } = view;
  const shownWay = way === "direct" && path.isRelayed ? "relayed" : way;
  const touch = useStore(input.touchTimes.times).at(-1);
  const latency = stats.roundTripMs === null ? undefined : Math.round(stats.roundTripMs + (stats.decodeMs ?? 0));
  const { bitrate } = stats;
  // Pictures that came a moment before are drawn now: that nothing came with them is no rate of theirs.
  const rate =
    bitrate >= MBIT
      ? `${format.decimal(bitrate / MBIT, 1)} Mbit/s`
      : bitrate >= KBIT && `${format.number(Math.round(bitrate / KBIT))} kbit/s`;
  const took = (ms: number | null) => (ms === null ? "–" : `${format.decimal(ms, 1)} ms`);
  if (livenessOf(view) !== "live") return null;
  const figures = (
    <dl className="dbg-stats-more">
      <dt>{t("stats.round_trip")}</dt>
      <dd>{took(stats.roundTripMs)}</dd>
      {path.state !== "off" && (
        <>
          <dt>{t("stats.way")}</dt>
          <dd>{t(`way.${shownWay}`)}</dd>
          <dt>{t("stats.direct_path")}</dt>
          <dd>{t(`direct_path.${path.state}`)}</dd>
        </>
      )}
      <dt>{t("stats.decode")}</dt>
      <dd>{took(stats.decodeMs)}</dd>
      <dt>{t("stats.decoder")}</dt>
      <dd>{decoder && t(`decoder.${decoder}`)}</dd>
      <dt>{t("stats.source")}</dt>
      <dd>{source ? t(`source.${source}`) : "–"}</dd>
      <dt>{t("stats.frames")}</dt>
      <dd>{format.number(stats.frames)}</dd>
    </dl>
  );
  return (
    <Tooltip
      title={
        <>
          {figures}
          <TouchTimesView times={input.touchTimes} />
        </>
      }
      placement="bottom"
      // It lies over the phone, and leaves it to the fingers.
      styles={{ root: { maxWidth: 420, pointerEvents: "none" } }}
    >
      <span className="dbg-stats udt-num udt-secondary" data-touch={touch && JSON.stringify(touch)} tabIndex={0}>
        {/* Nothing moves: there is no latency to tell, and the last one would be stale. */}
        {stats.fps === 0 ? (
          t("stats.at_rest")
        ) : (
          <>
            {latency !== undefined && `${format.number(latency)} ms · `}
            {format.number(stats.fps)} fps
            {rate && ` · ${rate}`}
          </>
        )}
        {path.state !== "off" && (
          <span className="dbg-way" data-way={shownWay} data-path={path.state}>
            {` · ${t(`way_short.${shownWay}`)}`}
          </span>
        )}
        {decoder && <span className="dbg-decoder"> · {t(`decoder_short.${decoder}`)}</span>}
        {source && source !== "live" && <span className="dbg-fallback"> · {t(`source.${source}`)}</span>}
      </span>
    </Tooltip>
  );
}

/** How long the session may go on, and the way to more. */
export function TimeLeft() {
  const t = useT("debug");
  const format = useFormat();
  const now = useNow();
  const { test, isHolder } = useSession();
  const extend = useExtendTest();
  const leftMs = test.deadline - now;
  const tone = leftMs <= 60_000 ? "bad" : leftMs <= 5 * 60_000 ? "warning" : undefined;
  const most = LIMITS.debug_minutes_max - test.duration_minutes;
  const items = OTHER_MINUTES.map((minutes) => ({
    key: minutes,
    label: t("time.extend_by", { minutes }),
    disabled: minutes > most,
    onClick: () => extend.mutate(minutes),
  }));
  // Its time begins when it has the device.
  if (test.state === "queued") return null;
  const unused = test.inactive_deadline !== null && test.inactive_deadline < test.deadline && test.inactive_deadline;
  return (
    <span className="dbg-time" data-tone={tone}>
      <span className="dbg-time-words udt-num">
        <span role="timer">{t("time.left", { time: format.countdown(leftMs) })}</span>
        <small>
          {t("time.latest", { time: format.moment(test.deadline, now) })}
          {unused && ` · ${t("time.unused", { time: format.moment(unused, now) })}`}
        </small>
      </span>
      {isHolder && (
        <>
          <button
            type="button"
            className="dbg-link"
            disabled={extend.isPending || most < EXTEND_MINUTES}
            title={most < EXTEND_MINUTES ? t("time.at_most", { minutes: LIMITS.debug_minutes_max }) : undefined}
            onClick={() => extend.mutate(EXTEND_MINUTES)}
          >
            {t("time.extend", { minutes: EXTEND_MINUTES })}
          </button>
          <ClickMenu menu={{ items }}>
            <button type="button" className="dbg-link dbg-caret" aria-label={t("time.other")} title={t("time.other")}>
              ▾
            </button>
          </ClickMenu>
        </>
      )}
    </span>
  );
}
