import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { branded, LIMITS, tagsIn, type ConfigNames, type JobConfig } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { credentialEndpoints } from "@udt/contract/endpoints/credentials";
import { accountEndpoints, jobEndpoints } from "@udt/contract/endpoints/jobs";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { tagEndpoints } from "@udt/contract/endpoints/tags";
import { api } from "../api/api.ts";
import { composedKey } from "../api/keys.ts";
import { nameIn } from "../apps/index.ts";
import { activeLanguage, getT } from "../i18n/index.ts";
import { usePrivileges } from "../privileges/index.ts";

const LOADING = "…";

/** A thing's name, or why it has none. */
async function nameOf<T>(asked: Promise<T>, tell: (found: T) => string): Promise<string> {
  try {
    return tell(await asked);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "refused") throw error;
    const t = getT("job-config");
    return t(
      error.code === "no_permission" || error.code === "user_not_in_project" ? "summary.hidden" : "summary.gone",
    );
  }
}

/** What the first of the chosen cases are called: more are never told. One that the library has not says so. */
async function caseNames(
  project: string,
  { library_id, cases }: JobConfig,
  signal: AbortSignal,
): Promise<(readonly [case_key: string, name: string])[]> {
  if (library_id === null || cases.kind === "all" || cases.case_keys.length === 0) return [];
  const case_keys = cases.case_keys.slice(0, LIMITS.page_size_max);
  const asked = { params: { library_id }, query: { project }, body: { case_keys }, signal };
  const found = await api.call(libraryEndpoints.libraryCaseNames, asked).catch((error: unknown) => {
    // The library is gone or hidden, which is told of itself; the keys still say which cases were meant.
    if (error instanceof ApiError && error.kind === "refused") return undefined;
    throw error;
  });
  const names = new Map(found?.list.map((one) => [one.case_key, one.name]));
  const gone = getT("job-config")("summary.gone");
  return case_keys.map((key) => [key, found ? (names.get(key) ?? `${key} · ${gone}`) : key]);
}

const credentialOf = ({ environment }: Pick<JobConfig, "environment">): string | null =>
  environment.kind === "image" ? environment.credential_id : null;

/** What somebody may see: to ask for more would lead them away from the page. */
interface Sight {
  credentials: boolean;
  tags: boolean;
}

async function findNames(
  project: string,
  config: JobConfig,
  sees: Sight,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const query = { project };
  const { accounts } = config;
  const app_ids = [config.app_id, config.instrumentation?.test_app_id, ...config.preinstall_app_ids];
  const asked: [string | null | undefined, (id: string) => Promise<string>][] = [
    ...app_ids.map((app_id): (typeof asked)[number] => [
      app_id,
      (id) =>
        nameOf(
          api.call(appEndpoints.appGet, { params: { app_id: id }, query, signal }),
          (app) => `${nameIn(app, activeLanguage())} ${app.version_name}`,
        ),
    ]),
    [
      config.library_id,
      (id) =>
        nameOf(
          api.call(libraryEndpoints.libraryGet, { params: { library_id: id }, query, signal }),
          ({ name }) => name,
        ),
    ],
    [
      accounts.kind === "file" ? accounts.account_file_id : null,
      (id) =>
        nameOf(
          api.call(accountEndpoints.accountFileGet, { params: { account_file_id: id }, query, signal }),
          ({ name }) => name,
        ),
    ],
    [
      credentialOf(config),
      async (id) =>
        sees.credentials
          ? nameOf(
              api.call(credentialEndpoints.credentialGet, { params: { credential_id: id }, query, signal }),
              ({ name }) => name,
            )
          : getT("job-config")("summary.hidden"),
    ],
    ...tagsIn(config.devices).map((tag_id): (typeof asked)[number] => [
      tag_id,
      async (id) =>
        sees.tags
          ? nameOf(api.call(tagEndpoints.tagGet, { params: { tag_id: id }, query, signal }), ({ name }) => name)
          : getT("job-config")("summary.hidden"),
    ]),
  ];
  const names = new Map<string, string>();
  await Promise.all(asked.map(async ([id, ask]) => id && names.set(id, await ask(id))));
  for (const [case_key, name] of await caseNames(project, config, signal)) names.set(case_key, name);
  const { os, devices } = config;
  if (devices.kind === "devices" && devices.device_ids.length > 0) {
    const { list } = await api.call(jobEndpoints.jobDevices, { query, body: { os, devices }, signal });
    for (const { device_id, brand, model, serial } of list)
      names.set(device_id, `${branded(brand, model)} · ${serial}`);
  }
  return names;
}

/** The names of what a configuration names by ids, as they are now. */
export function useConfigNames(project: string, config: JobConfig): ConfigNames {
  const { app_id, preinstall_app_ids, instrumentation, library_id, cases, accounts, environment, os, devices } = config;
  const key = { app_id, preinstall_app_ids, instrumentation, library_id, cases, accounts, environment, os, devices };
  const privileges = usePrivileges(project);
  const sees: Sight = { credentials: privileges.may("cred.view"), tags: privileges.may("tag.view") };
  const { data } = useQuery({
    queryKey: composedKey("configNames", project, key, sees),
    queryFn: ({ signal }) => findNames(project, config, sees, signal),
    enabled: privileges.known || (credentialOf(config) === null && tagsIn(config.devices).length === 0),
  });
  return (id) => (data ? (data.get(id) ?? getT("job-config")("summary.gone")) : LOADING);
}
