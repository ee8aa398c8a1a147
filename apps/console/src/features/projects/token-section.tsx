import { useMutation, useQuery } from "@tanstack/react-query";
import type { BodyInputOf } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { Button } from "antd";
import { useState } from "react";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { CopyButton, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { ConfirmByName } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { isAboutProof, ProofField, useProof } from "../../lib/proof/index.ts";

/** The project's tokens, and a new one in place of the old. */
export function TokenSection({ project_id }: { project_id: string }) {
  const t = useT("projects");
  const format = useFormat();
  const stale = useStale();
  const [asking, setAsking] = useState(false);
  const where = { params: { project_id }, query: { project: project_id } };
  const tokens = useQuery(queryOf(projectEndpoints.tokenList, where));
  const reset = useMutation({
    mutationFn: (body: BodyInputOf<typeof projectEndpoints.tokenReset>) =>
      api.call(projectEndpoints.tokenReset, { ...where, body }),
    onSuccess: () => {
      setAsking(false);
      return stale(["tokenList"], project_id);
    },
    gcTime: 0,
  });
  const has = (tokens.data?.list.length ?? 0) > 0;
  return (
    <section className="udt-card projects-panel">
      <div className="projects-section-head">
        <div>
          <h2>{t("token.title")}</h2>
          <p className="udt-secondary">{t("token.lead")}</p>
        </div>
        {tokens.data && <Button onClick={() => setAsking(true)}>{t(has ? "token.reset" : "token.make")}</Button>}
      </div>
      {tokens.isPending && <SkeletonRows rows={1} />}
      {tokens.isError && !tokens.data && (
        <ErrorState title={t("token.error")} error={tokens.error} onRetry={() => void tokens.refetch()} />
      )}
      {tokens.data && !has && <p className="udt-secondary">{t("token.none")}</p>}
      {tokens.data?.list.map((token) => (
        <dl key={token.prefix} className="projects-token">
          <dt>{t("token.name")}</dt>
          <dd>{token.name}</dd>
          <dt>{t("token.prefix")}</dt>
          <dd className="udt-mono">{token.prefix}…</dd>
          <dt>{t("token.created")}</dt>
          <dd>{format.exact(token.created_at)}</dd>
          <dt>{t("token.used")}</dt>
          <dd>{token.last_used_at === null ? t("token.never") : format.exact(token.last_used_at)}</dd>
        </dl>
      ))}
      {asking && (
        <AskForToken
          project_id={project_id}
          isReset={has}
          pending={reset.isPending}
          error={reset.error}
          onConfirm={(body) => reset.mutate(body)}
          onClose={() => setAsking(false)}
        />
      )}
      <Dialog
        open={reset.data !== undefined}
        title={t("token.made")}
        footer={<Button onClick={() => reset.reset()}>{t("token.kept")}</Button>}
        // A closed dialog keeps its content otherwise, and this is a secret.
        destroyOnHidden
        // A click beside it must not lose what is shown only once.
        mask={{ closable: false }}
        onCancel={() => reset.reset()}
      >
        <p className="projects-lead">{t("token.once")}</p>
        {reset.data && (
          <div className="projects-secret">
            <code className="udt-mono">{reset.data.token}</code>
            <CopyButton text={reset.data.token} />
          </div>
        )}
      </Dialog>
    </section>
  );
}

function AskForToken(props: {
  project_id: string;
  isReset: boolean;
  pending: boolean;
  error: unknown;
  onConfirm: (body: BodyInputOf<typeof projectEndpoints.tokenReset>) => void;
  onClose: () => void;
}) {
  const { project_id, isReset, pending, error } = props;
  const t = useT("projects");
  const proof = useProof();
  const words = t(isReset ? "token.reset" : "token.make");
  return (
    <ConfirmByName
      title={words}
      asked={{ name: project_id, label: t("confirm.type", { project_id }) }}
      action={words}
      tick={t("token.tick")}
      pending={pending}
      given={proof.isGiven}
      error={error && !isAboutProof(error) ? errorText(error) : undefined}
      more={<ProofField proof={proof} error={error} />}
      onConfirm={(confirm) => props.onConfirm({ confirm, ...proof.body })}
      onClose={props.onClose}
    >
      <p className="projects-lead">{t(isReset ? "token.reset_text" : "token.make_text")}</p>
    </ConfirmByName>
  );
}
