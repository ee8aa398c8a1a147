import { Button } from "antd";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { EmptyState } from "../lib/components/page-states.tsx";
import "../lib/components/button.css";
import type { MissingThing } from "../lib/errors/index.ts";
import { useNow } from "../lib/format/use-now.ts";
import { useT } from "../lib/i18n/index.ts";
import { paths } from "../lib/navigation/paths.ts";

const WAIT_MS = 10_000;
const EMBEDDED = "/iframe";
/** What is missing from a project leads to the list that it would be in. */
const LISTS = { case: paths.libraries, job: paths.jobs, run: paths.runs, session: paths.deviceList };

interface MissingProps {
  what: MissingThing;
  /** The project that it would be in. */
  project: string | undefined;
  /** The address that leads to nothing. */
  address?: string | undefined;
}

/** Document 2 §2: something that does not exist; goes on by itself after a countdown, at once, or not at all. */
export function Missing({ what, project, address }: MissingProps) {
  const t = useT("app");
  const [stays, setStays] = useState(false);
  const after = project !== undefined && what !== "page" && what !== "project" ? what : undefined;
  // Everybody's list of projects is in no project's tree.
  const tree = useLocation().pathname.startsWith(`${EMBEDDED}/`) ? EMBEDDED : "";
  const target = after === undefined || project === undefined ? paths.projects() : tree + LISTS[after](project);
  return (
    <EmptyState
      isPage
      icon="?"
      title={t(`missing.${what}`)}
      action={
        <>
          <Link className="udt-button" data-primary to={target} replace>
            {t("missing.jump")}
          </Link>
          {!stays && <Button onClick={() => setStays(true)}>{t("missing.stay")}</Button>}
        </>
      }
    >
      {address === undefined ? t("missing.text") : t("missing.address", { address })}
      <br />
      {!stays && <Countdown target={target} after={after} />}
    </EmptyState>
  );
}

function Countdown({ target, after }: { target: string; after: keyof typeof LISTS | undefined }) {
  const t = useT("app");
  const navigate = useNavigate();
  const [until] = useState(() => Date.now() + WAIT_MS);
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1000));
  useEffect(() => {
    if (seconds === 0) void navigate(target, { replace: true });
  }, [seconds, navigate, target]);
  return (
    <span className="udt-num" role="timer">
      {t(after === undefined ? "missing.countdown" : `missing.countdown_${after}`, { seconds })}
    </span>
  );
}
