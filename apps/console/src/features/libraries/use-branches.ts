import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { libraryRules, type Library } from "@udt/contract";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { useEffect, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { keyOf } from "../../lib/api/keys.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { privateHostOf } from "../../lib/private-address/index.ts";
import { authOf, type AuthValues } from "./auth-fields.tsx";

/** An address is asked for its branches once typing settles. */
const SETTLE_MS = 600;

/** What the repository says of its branches, while the form is filled in. */
export function useBranches(
  project: string,
  library: Library | undefined,
  values: AuthValues & { url: string },
  enabled: boolean,
): {
  list: string[];
  default_branch: string;
  hint: string | undefined;
  error: string | undefined;
  /** The host that the server would not ask because it is not public. */
  privateHost: string | undefined;
} {
  const t = useT("libraries");
  const [settled, setSettled] = useState(values);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(values), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [values]);
  const url = libraryRules.repositoryUrl.safeParse(settled.url);
  const auth = authOf(settled);
  const isReady = enabled && url.success && auth !== "incomplete" && library?.is_builtin !== true;
  const call = {
    query: { project },
    body: {
      url: url.data ?? "",
      auth: auth === undefined || auth === "incomplete" ? ({ kind: "none" } as const) : auth,
      ...(library && auth === undefined && { library_id: library.library_id }),
    },
  };
  // A secret is no part of a key: it would lie in the page's memory for as long as the answer does.
  const shown = { ...call, body: { ...call.body, auth: { kind: "none" } as const } };
  const asked = useQuery({
    queryKey: [
      ...keyOf(libraryEndpoints.libraryCheck, shown),
      settled.auth_kind,
      settled.credential_id,
      settled.token.length,
    ],
    queryFn: ({ signal }) => api.call(libraryEndpoints.libraryCheck, { ...call, signal }),
    enabled: isReady,
    retry: false,
    gcTime: 0,
  });
  const isCurrent = isReady && settled.url === values.url;
  const code = asked.error instanceof ApiError ? asked.error.code : undefined;
  const isRefused = code === "repository_auth_required";
  return {
    list: asked.data?.branches.map(({ name }) => name) ?? [],
    default_branch: asked.data?.default_branch ?? "",
    hint: !isCurrent
      ? undefined
      : asked.isFetching
        ? t("field.url_asking")
        : asked.data
          ? t("field.url_found", { count: asked.data.branches.length })
          : undefined,
    error: isCurrent && asked.isError ? (isRefused ? t("field.url_auth") : errorText(asked.error)) : undefined,
    privateHost: isCurrent ? privateHostOf(asked.error) : undefined,
  };
}
