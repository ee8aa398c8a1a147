import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { libraryRules, type RepositoryAuth } from "@udt/contract";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { Alert, Button } from "antd";
import { useState, type FormEvent } from "react";
import { useSearchParams } from "react-router";
import { api } from "../../lib/api/api.ts";
import { EmptyState, PageHeader } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { AuthFields, authOf, type AuthValues } from "./auth-fields.tsx";
import { handOver } from "./authorize.ts";
import { gitHostOf } from "./git-host.ts";
import "./libraries.css";

/** The authorisation window: what is typed here is tried before it is handed over. */
export default function AuthorizePage() {
  const t = useT("libraries");
  const common = useT("common");
  const project = useProjectId();
  const [search] = useSearchParams();
  const [values, setValues] = useState<AuthValues>({ auth_kind: "token", token: "", credential_id: undefined });
  const [tried, setTried] = useState(false);
  const url = search.get("url") ?? "";
  const number = search.get("number") ?? "";
  const attempt = useMutation({
    mutationFn: (auth: RepositoryAuth) =>
      api.call(libraryEndpoints.libraryCheck, { query: { project }, body: { url, auth } }),
    onSuccess: (_, auth) => handOver(number, auth),
  });
  if (!/^\d{4,}$/.test(number) || !libraryRules.repositoryUrl.safeParse(url).success)
    return <EmptyState isPage title={t("window.no_state")} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const auth = authOf(values);
    if (auth !== undefined && auth !== "incomplete") attempt.mutate(auth);
  };
  const isRefused = attempt.error instanceof ApiError && attempt.error.code === "repository_auth_required";
  return (
    <>
      <PageHeader title={t("window.title")}>
        <span className="udt-mono udt-secondary" data-literal>
          {url}
        </span>
      </PageHeader>
      <div className="udt-card libraries-panel">
        <form className="udt-form" noValidate onSubmit={submit}>
          <AuthFields
            project={project}
            library={undefined}
            values={values}
            host={gitHostOf(url) ?? "plain"}
            url={url}
            tried={tried}
            required
            onChange={(change) => setValues((before) => ({ ...before, ...change }))}
          />
          {attempt.isError && (
            <Alert type="error" showIcon title={isRefused ? t("window.refused") : errorText(attempt.error)} />
          )}
          <div className="udt-form-actions">
            <Button type="primary" htmlType="submit" loading={attempt.isPending}>
              {t("window.authorize")}
            </Button>
            <Button onClick={() => window.close()}>{common("cancel")}</Button>
          </div>
        </form>
      </div>
    </>
  );
}
