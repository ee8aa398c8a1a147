import { useRef, useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { CloseIcon } from "../../../lib/components/icons.tsx";
import { Coming, EmptyState, ErrorState, SkeletonBar } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useSearchChange } from "../../../lib/navigation/use-search-change.ts";
import type { BesideEditor } from "../../../lib/open-file.ts";
import { local } from "../../../lib/storage.ts";
import { SessionProvider, useSessionOf, useTestQuery, type TestWithViewers } from "../session.tsx";
import { SplitHandle } from "../split-handle.tsx";
import { BesideSession } from "./beside-session.tsx";
import { ChoosePhone } from "./choose-phone.tsx";
import "../debug.css";
import "./beside.css";

const STORED = "udt_edit_phone";
const LEAST = 320;
const USUAL = 372;
/** What files and text keep. */
const LEFT_LEAST = 480;

/** A phone beside the script editor: chosen first, then live. Which session it is stands in the address. */
export function PhoneBeside({ file, refusal, onPhone, onClose }: BesideEditor) {
  const [search] = useSearchParams();
  const [, change] = useSearchChange();
  const test_id = search.get("test_id");
  const device_id = search.get("device_id");
  const take = (next: { test_id: string; device_id: string } | undefined) =>
    change(
      (to) => {
        for (const name of ["test_id", "device_id"] as const) {
          if (next) to.set(name, next[name]);
          else to.delete(name);
        }
      },
      { replace: true },
    );
  const other = () => take(undefined);
  const head = (name: string, more?: ReactNode) => <Head name={name} more={more} onClose={onClose} />;
  return (
    <Frame>
      {test_id && device_id ? (
        <Chosen
          key={`${test_id} ${device_id}`}
          {...{ file, refusal, onPhone, head, test_id, device_id }}
          onStarted={(begun) => take({ test_id: begun, device_id })}
          onOther={other}
        />
      ) : (
        <>
          {head("")}
          <ChoosePhone onPhone={(begun, on) => take({ test_id: begun, device_id: on })} />
        </>
      )}
    </Frame>
  );
}

/** As wide as somebody made it. */
function Frame({ children }: { children: ReactNode }) {
  const t = useT("beside");
  const debug = useT("debug");
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(() => Math.max(LEAST, Number(local.getItem(STORED)) || USUAL));
  const change = (wanted: number) => {
    const most = (frame.current?.parentElement?.clientWidth ?? 0) - LEFT_LEAST;
    const next = Math.round(Math.max(LEAST, Math.min(wanted, most)));
    setWidth(next);
    local.setItem(STORED, String(next));
  };
  const forget = () => {
    setWidth(USUAL);
    local.removeItem(STORED);
  };
  return (
    <aside ref={frame} className="dbg-beside" aria-label={t("title")} style={{ width }}>
      <SplitHandle
        label={debug("split")}
        width={width}
        least={LEAST}
        onDrag={(x) => frame.current && change(frame.current.getBoundingClientRect().right - x)}
        onStep={(step) => change(width - step)}
        onForget={forget}
      />
      <div className="dbg-beside-parts">{children}</div>
    </aside>
  );
}

function Head({ name, more, onClose }: { name: string; more: ReactNode; onClose: () => void }) {
  const t = useT("beside");
  return (
    <header className="dbg-beside-head">
      <h2 className="udt-ellipsis" title={name}>
        {name || t("title")}
      </h2>
      {more ?? <span className="dbg-space" />}
      <button
        type="button"
        className="udt-icon-button"
        data-large
        aria-label={t("close")}
        title={t("close")}
        onClick={onClose}
      >
        <CloseIcon />
      </button>
    </header>
  );
}

type ChosenProps = Parameters<typeof BesideSession>[0] & { device_id: string };

function Chosen({ test_id, ...props }: ChosenProps & { test_id: string }) {
  const debug = useT("debug");
  const test = useTestQuery(test_id);
  if (test.data) return <OfTest {...props} test={test.data} />;
  return (
    <>
      {props.head("", undefined)}
      {test.isError ? (
        <>
          <ErrorState title={debug("page.failed")} error={test.error} onRetry={() => void test.refetch()} />
          <Other onOther={props.onOther} />
        </>
      ) : (
        <Coming isPage={false} label={debug("page.loading")} className="dbg-pane">
          <SkeletonBar width={160} />
        </Coming>
      )}
    </>
  );
}

function OfTest({ test, device_id, ...props }: ChosenProps & { test: TestWithViewers }) {
  const debug = useT("debug");
  const session = useSessionOf(test, device_id);
  // What a run drives nobody writes a script at.
  if (!session || session.isWatched)
    return (
      <>
        {props.head("", undefined)}
        <EmptyState title={debug("page.other_device")} action={<Other onOther={props.onOther} />}>
          {debug("page.other_device_text")}
        </EmptyState>
      </>
    );
  return (
    <SessionProvider value={session}>
      <BesideSession {...props} />
    </SessionProvider>
  );
}

function Other({ onOther }: { onOther: () => void }) {
  const t = useT("beside");
  return (
    <button type="button" className="udt-button" onClick={onOther}>
      {t("other")}
    </button>
  );
}
