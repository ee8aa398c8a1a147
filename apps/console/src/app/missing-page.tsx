import { shapes } from "@udt/contract";
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { EmptyState } from "../lib/components/page-states.tsx";
import "../lib/components/button.css";
import { useNow } from "../lib/format/use-now.ts";
import { useT } from "../lib/i18n/index.ts";
import { oneOf } from "../lib/list/use-url-filters.ts";
import { paths } from "../lib/navigation/paths.ts";

const WAIT_MS = 10_000;
/** What is missing from a project leads to the list that it would be in. */
const LISTS = { case: paths.libraries, job: paths.jobs };

/** Document 2 §2: something that does not exist; goes on by itself after a countdown, or at once. */
export default function MissingPage() {
  const t = useT("app");
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const what = oneOf(search.get("what"), ["page", "project", "case", "job"]) ?? "page";
  const [until] = useState(() => Date.now() + WAIT_MS);
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1000));
  const asked = shapes.id.safeParse(search.get("project"));
  const after = asked.success && (what === "case" || what === "job") ? what : undefined;
  const target = after === undefined || !asked.success ? paths.projects() : LISTS[after](asked.data);
  useEffect(() => {
    if (seconds === 0) void navigate(target, { replace: true });
  }, [seconds, navigate, target]);
  return (
    <EmptyState
      icon="?"
      title={t(`missing.${what}`)}
      action={
        <Link className="udt-button" data-primary to={target} replace>
          {t("missing.jump")}
        </Link>
      }
    >
      {t("missing.text")}
      <br />
      <span className="udt-num" role="timer">
        {t(after === undefined ? "missing.countdown" : `missing.countdown_${after}`, { seconds })}
      </span>
    </EmptyState>
  );
}
