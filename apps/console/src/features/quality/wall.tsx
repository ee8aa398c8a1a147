import { useEffect, useRef, useState, type ReactNode } from "react";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

const TURN_MS = 12_000;

export interface WallPage {
  title: string;
  content: ReactNode;
}

/**
 * The board on a screen that nobody sits at: its pages turn by themselves, and rest while somebody points at them or pressed
 * a key for it. Escape leaves, as it leaves the browser's full screen.
 */
export function Wall({ pages, lead, onLeave }: { pages: readonly WallPage[]; lead: string; onLeave: () => void }) {
  const t = useT("quality");
  const format = useFormat();
  const now = useNow();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const count = pages.length;
  const page = pages[at % count];
  const rests = isPaused || isPointed;

  useEffect(() => {
    const element = box.current;
    element?.focus();
    // A browser that was opened by an address gives no full screen: the page fills its window all the same.
    void element?.requestFullscreen?.().catch(() => undefined);
    let wasFull = false;
    const onChange = () => {
      if (document.fullscreenElement === element) wasFull = true;
      else if (wasFull) onLeave();
    };
    document.addEventListener("fullscreenchange", onChange);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      if (document.fullscreenElement === element) void document.exitFullscreen().catch(() => undefined);
    };
  }, [onLeave]);

  useEffect(() => {
    if (rests) return;
    const timer = setInterval(() => setAt((before) => (before + 1) % count), TURN_MS);
    return () => clearInterval(timer);
  }, [rests, count]);

  const turn = (by: number) => {
    setPaused(true);
    setAt((before) => (before + by + count) % count);
  };
  const onKeyDown = (key: string): boolean => {
    if (key === "Escape") onLeave();
    else if (key === " ") setPaused(!isPaused);
    else if (key === "ArrowRight" || key === "PageDown") turn(1);
    else if (key === "ArrowLeft" || key === "PageUp") turn(-1);
    else return false;
    return true;
  };
  if (!page) return null;
  return (
    <div
      ref={box}
      className="quality-wall"
      role="dialog"
      aria-modal
      aria-label={t("wall.label")}
      tabIndex={-1}
      onKeyDown={(event) => {
        // A button of its own is pressed by the space bar.
        if (event.key === " " && event.target instanceof HTMLButtonElement) return;
        if (onKeyDown(event.key)) event.preventDefault();
      }}
    >
      <header>
        <h1>{page.title}</h1>
        <span>{lead}</span>
        <span className="quality-wall-clock udt-num">{format.time(now)}</span>
      </header>
      <div
        key={at}
        className="quality-wall-page"
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
      >
        {page.content}
      </div>
      <footer>
        <span className="quality-wall-dots" aria-hidden>
          {pages.map(({ title }, index) => (
            <i key={title} data-at={index === at || undefined} />
          ))}
        </span>
        <span className="udt-num">{t("wall.page", { page: format.number(at + 1), pages: format.number(count) })}</span>
        <button type="button" className="udt-button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {t(isPaused ? "wall.go_on" : "wall.pause")}
        </button>
        <button type="button" className="udt-button" onClick={onLeave}>
          {t("wall.leave")}
        </button>
      </footer>
    </div>
  );
}
