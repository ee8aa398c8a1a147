import { ApiError } from "@udt/client";
import type { ReactNode } from "react";
import { errorText } from "../errors/index.ts";
import { useT } from "../i18n/index.ts";
import { CopyButton } from "./copy-button.tsx";
import "./page-states.css";

/** Nothing here yet: what this place is for and the next step. `isPage` where it is all that the page has. */
export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  isPage?: true;
}) {
  const Heading = props.isPage ? "h1" : "h2";
  return (
    <div className="udt-state">
      {props.icon && <div className="udt-state-icon">{props.icon}</div>}
      <Heading>{props.title}</Heading>
      {props.children && <div className="udt-state-text">{props.children}</div>}
      {props.action && <div className="udt-state-action">{props.action}</div>}
    </div>
  );
}

/**
 * A read that failed: what happened, the request id to quote, and retry. `isPage` where it is all that the page has: then
 * a value that cannot be is one of its address, which asking again does not mend. `action` is a way on to what is there.
 */
export function ErrorState(props: {
  title: string;
  error: unknown;
  onRetry?: () => void;
  isPage?: true;
  action?: ReactNode;
}) {
  const { title, error, onRetry, action } = props;
  const t = useT("common");
  const Heading = props.isPage ? "h1" : "h2";
  const isNowhere = props.isPage === true && error instanceof ApiError && error.code === "invalid_param";
  const requestId = error instanceof ApiError ? error.request_id : "";
  return (
    <div className="udt-state" role="alert">
      <div className="udt-state-icon" data-tone="bad" aria-hidden>
        !
      </div>
      <Heading>{title}</Heading>
      <div className="udt-state-text">{isNowhere ? t("no_such_address") : errorText(error)}</div>
      {requestId && (
        <div className="udt-state-id">
          {t("request_id")} <span className="udt-mono">{requestId}</span>
          <CopyButton text={requestId} />
        </div>
      )}
      {((onRetry && !isNowhere) || action) && (
        <div className="udt-state-action">
          {onRetry && !isNowhere && (
            <button type="button" className="udt-button" onClick={onRetry}>
              {t("retry")}
            </button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}

/**
 * Grey bars in the shape of what is coming.
 * @param props.isPage Where they are all that the page has, its heading among what comes.
 */
export function SkeletonRows({ rows = 8, isPage = false }: { rows?: number; isPage?: boolean }) {
  return (
    <Coming isPage={isPage} className="udt-skeleton">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="udt-skeleton-row">
          <i style={{ width: 24, height: 40 }} />
          <i style={{ width: `${14 + ((index * 7) % 9)}%` }} />
          <i style={{ width: "9%" }} />
          <i style={{ width: 74, borderRadius: 11, height: 22 }} />
          <i style={{ width: `${18 + ((index * 5) % 13)}%` }} />
        </div>
      ))}
    </Coming>
  );
}

/**
 * What stands where something is still to come, and says so.
 * @param props.isPage Where it is all that the page has: its heading is among what comes.
 * @param props.label What is told to who does not see it; "Loading" unless said.
 */
export function Coming(props: { isPage: boolean; label?: string; className?: string; children: ReactNode }) {
  const t = useT("common");
  const { isPage, label = t("loading"), className, children } = props;
  return (
    <>
      {isPage && <h1 className="udt-hidden">{label}</h1>}
      <div className={className} role="status" aria-label={label}>
        {children}
      </div>
    </>
  );
}

/** One grey bar. */
export function SkeletonBar({ width, height = 14 }: { width: number | string; height?: number }) {
  return <i className="udt-skeleton-bar" style={{ width, height }} aria-hidden />;
}
