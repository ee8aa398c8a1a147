import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import type { Watched } from "@udt/contract";
import { controlEndpoints } from "@udt/contract/endpoints/control";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import "../../lib/components/button.css";
import "../../lib/components/mark.css";
import { listOf, useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { livenessOf } from "../../lib/screen/liveness.ts";
import { ScreenController } from "../../lib/screen/screen-controller.ts";
import { createStore, useStore } from "../../lib/streams/index.ts";
import "./watch.css";
import "../../lib/components/frozen.css";

/** Who drives and for how long changes without a word to who has no account: asked this often. */
const ASK_EVERY_MS = 5_000;

/** `/watch/{token}`: the picture of a session for who has a link to it, and nothing more. */
export function WatchPage() {
  const t = useT("watch");
  const { token = "" } = useParams();
  const query = useQuery({
    ...queryOf(controlEndpoints.watchGet, { params: { token } }),
    refetchInterval: ({ state }) => (isOver(state.error) ? false : ASK_EVERY_MS),
    retry: (count, error) => !isOver(error) && count < 2,
  });
  useEffect(() => {
    document.title = t("title");
  }, [t]);
  if (isOver(query.error)) return <Plain title={t("over")} text={t("over_text")} />;
  if (query.data) return <Watching token={token} watched={query.data} ask={() => void query.refetch()} />;
  if (query.isError) {
    return (
      <Plain title={t("failed")}>
        <button type="button" className="udt-button" onClick={() => void query.refetch()}>
          {t("retry")}
        </button>
      </Plain>
    );
  }
  return <Plain title={t("loading")} />;
}

const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === "watch_link_over";

function Plain({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <main className="watch-page watch-plain" role="status">
      <h1>{title}</h1>
      {text && <p className="udt-secondary">{text}</p>}
      {children}
    </main>
  );
}

function Watching({ token, watched, ask }: { token: string; watched: Watched; ask: () => void }) {
  const t = useT("watch");
  const format = useFormat();
  const common = useT("common");
  const now = useNow();
  const { device, driver_names, deadline, expires_at } = watched;
  const leftMs = Math.max(0, Math.min(deadline, expires_at ?? deadline) - now);
  return (
    <main className="watch-page">
      <header>
        <h1 className="udt-ellipsis">{device.model}</h1>
        <span className="udt-secondary">
          {common(`os.${device.os}`)} {device.os_version}
        </span>
        <span className="udt-mark">{t("watching")}</span>
        <span className="watch-space" />
        <span className="udt-secondary udt-ellipsis">{t("driven", { names: listOf(driver_names) })}</span>
        <span className="udt-num" role="timer">
          {t("left", { time: format.countdown(leftMs) })}
        </span>
      </header>
      {watched.state === "running" ? <Picture token={token} onClosed={ask} /> : <p role="status">{t("waiting")}</p>}
    </main>
  );
}

function Picture({ token, onClosed }: { token: string; onClosed: () => void }) {
  const [store] = useState(() => createStore<ScreenController | undefined>(undefined));
  useEffect(() => {
    const created = new ScreenController({ token });
    store.set(created);
    return () => {
      store.set(undefined);
      created.dispose();
    };
  }, [store, token]);
  const controller = useStore(store);
  return controller ? <Shown controller={controller} onClosed={onClosed} /> : null;
}

/** The device gives no new picture: nobody shall take the last one for live. */
function StandsStill({ since = 0 }: { since: number | undefined }) {
  const t = useT("watch");
  const format = useFormat();
  return (
    <div className="udt-frozen" role="status">
      <strong>{t("stands_still", { time: format.clock(since) })}</strong>
      <span>{t("stands_still_text")}</span>
    </div>
  );
}

function Shown({ controller, onClosed }: { controller: ScreenController; onClosed: () => void }) {
  const t = useT("watch");
  const glass = useRef<HTMLDivElement>(null);
  const view = useStore(controller.view);
  const liveness = livenessOf(view);
  const isClosed = view.stream.name === "closed";
  const isFull = view.stream.name === "closed" && view.stream.reason === "watch_link_full";
  useEffect(() => {
    glass.current?.prepend(controller.canvas);
    controller.canvas.setAttribute("role", "img");
    controller.canvas.setAttribute("aria-label", t("title"));
  }, [controller, t]);
  // Why it was closed is the link's to say.
  const closed = useRef(onClosed);
  useEffect(() => {
    closed.current = onClosed;
  });
  useEffect(() => {
    if (isClosed) closed.current();
  }, [isClosed]);
  const words = isFull
    ? "full"
    : view.failed
      ? view.failed === "decoder"
        ? "no_picture"
        : "worker_failed"
      : liveness === "closed"
        ? "closed"
        : // There is a last picture once one was drawn.
          view.size && liveness === "reconnecting"
          ? "reconnecting"
          : "connecting";
  return (
    <div className="watch-glass" ref={glass} data-liveness={liveness}>
      {liveness === "frozen" && <StandsStill since={view.frozenSince} />}
      {liveness !== "live" && liveness !== "frozen" && <p role="status">{t(words)}</p>}
    </div>
  );
}
