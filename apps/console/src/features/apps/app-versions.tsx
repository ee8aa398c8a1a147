import type { AppChanges, AppVersion } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { ErrorState, SkeletonBar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { versionOf } from "../../lib/apps/index.ts";
import { useAppVersions } from "./use-apps.ts";

/** The uploads of one app, each with what it brought against the one before it. */
export function AppVersions(props: { project: string; app_id: string; onOpen: (app_id: string) => void }) {
  const t = useT("apps");
  const [page_num, setPage] = useState(1);
  const versions = useAppVersions(props.project, props.app_id, page_num);
  if (versions.isPending) return <SkeletonBar width="60%" />;
  if (!versions.data) {
    return <ErrorState title={t("versions.error")} error={versions.error} onRetry={() => void versions.refetch()} />;
  }
  const { list, total, page_size } = versions.data;
  const pages = Math.ceil(total / page_size);
  return (
    <>
      <ol className="apps-versions" aria-busy={versions.isPlaceholderData}>
        {list.map((version) => (
          <Version
            key={version.app.app_id}
            version={version}
            current={version.app.app_id === props.app_id}
            onOpen={props.onOpen}
          />
        ))}
      </ol>
      {pages > 1 && (
        <div className="apps-version-pages">
          <Button disabled={page_num <= 1} onClick={() => setPage(page_num - 1)}>
            {t("versions.newer")}
          </Button>
          <Button disabled={page_num >= pages} onClick={() => setPage(page_num + 1)}>
            {t("versions.older")}
          </Button>
        </div>
      )}
    </>
  );
}

function Version(props: { version: AppVersion; current: boolean; onOpen: (app_id: string) => void }) {
  const t = useT("apps");
  const format = useFormat();
  const { app, changes } = props.version;
  return (
    <li aria-current={props.current || undefined}>
      <div className="apps-version-head">
        {props.current ? (
          <b>{versionOf(app)}</b>
        ) : (
          <button type="button" className="udt-link" onClick={() => props.onOpen(app.app_id)}>
            {versionOf(app)}
          </button>
        )}
        <span className="udt-secondary">
          .{app.kind} · {format.bytes(app.size_bytes)} · {format.exact(app.created_at)} · {app.user_name}
        </span>
      </div>
      {changes ? <Changes changes={changes} /> : <p className="udt-secondary">{t("versions.first")}</p>}
    </li>
  );
}

function Changes({ changes }: { changes: AppChanges }) {
  const t = useT("apps");
  const format = useFormat();
  const { size_bytes, min_os_version, target_os_version, signer } = changes;
  const size = format.bytes(Math.abs(size_bytes));
  const lines = [
    ...(size_bytes === 0
      ? []
      : [{ key: "size", text: t(size_bytes > 0 ? "change.larger" : "change.smaller", { size }) }]),
    ...(min_os_version ? [{ key: "min", text: t("change.min_os", min_os_version) }] : []),
    ...(target_os_version ? [{ key: "target", text: t("change.target_os", target_os_version) }] : []),
    ...(signer
      ? [
          {
            key: "signer",
            tone: "bad",
            text: t("change.signer", {
              before: signerName(signer.before) ?? t("unsigned"),
              after: signerName(signer.after) ?? t("unsigned"),
            }),
          },
        ]
      : []),
    ...changes.abis_added.map((abi) => ({ key: `+${abi}`, tone: "good", text: t("change.abi_added", { abi }) })),
    ...changes.abis_removed.map((abi) => ({ key: `-${abi}`, tone: "bad", text: t("change.abi_removed", { abi }) })),
    ...changes.permissions_added.map((name) => ({
      key: `+${name}`,
      tone: "warning",
      text: t("change.permission_added", { name: shortPermission(name) }),
      title: name,
    })),
    ...changes.permissions_removed.map((name) => ({
      key: `-${name}`,
      tone: "good",
      text: t("change.permission_removed", { name: shortPermission(name) }),
      title: name,
    })),
  ] as { key: string; text: string; tone?: string; title?: string }[];
  if (lines.length === 0) return <p className="udt-secondary">{t("versions.same")}</p>;
  return (
    <ul className="apps-changes">
      {lines.map(({ key, text, tone, title }) => (
        <li key={key} data-tone={tone} title={title} data-literal>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Certificates of one name may differ: the beginning of its digest tells them apart. */
const signerName = (signer: NonNullable<AppChanges["signer"]>["before"]): string | undefined =>
  signer ? `${signer.subject} ${signer.sha256.slice(0, 8)}`.trim() : undefined;

/** The systems' own permissions are known by their last word. */
export const shortPermission = (name: string): string =>
  name.replace(/^(?:android|ohos)\.permission\./, "").replace(/^NS(\w+)UsageDescription$/, "$1");
