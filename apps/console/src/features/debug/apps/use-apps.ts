import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { LIMITS, type Install } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { assistdEndpoints } from "@udt/contract/endpoints/assistd";
import { useCallback, useMemo } from "react";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { useConsoleEvents } from "../../../lib/events/index.ts";
import { activeLanguage } from "../../../lib/i18n/index.ts";
import { deviceCall, useSession, type Session } from "../session.tsx";
import { noteAppStart } from "../started-apps.ts";
import { appFactsOf, appNameOf } from "./app-rows.ts";

const installsQuery = (session: Session) => queryOf(assistdEndpoints.appInstallList, deviceCall(session));

/** The project's apps. */
export function useProjectApps(keyword: string) {
  const { project } = useSession();
  return useQuery({
    ...queryOf(appEndpoints.appList, { query: { project, keyword, page_size: 100 } }),
    placeholderData: (before) => before,
  });
}

/** The installations of this session, newest first; events bring each stage the moment it is told. */
export function useInstalls() {
  const session = useSession();
  const queryClient = useQueryClient();
  const stale = useStale();
  const installs = installsQuery(session);
  useConsoleEvents((event) => {
    if (event.type !== "install.changed") return;
    const { install } = event;
    if (install.test_id !== session.test_id || install.device_id !== session.device_id) return;
    queryClient.setQueryData(installs.queryKey, (before) => before && { list: withInstall(before.list, install) });
    if (install.state === "installed" || install.state === "uninstalled")
      void stale(["deviceAppList"], session.project);
  });
  return useQuery(installs);
}

/** Replaces an installation unless what is there is newer; events and answers may cross. */
export function withInstall(list: readonly Install[], install: Install): Install[] {
  const known = list.find((each) => each.install_id === install.install_id);
  if (!known) return [install, ...list].slice(0, LIMITS.install_list_max);
  return known.updated_at > install.updated_at ? [...list] : list.map((each) => (each === known ? install : each));
}

const installKey = ({ test_id, device_id }: Session) => ["install", test_id, device_id];

/** The packages that this page has asked to be installed, until it is known that it begins or why not. */
export function useAskedInstalls(): string[] {
  return useMutationState({
    filters: { mutationKey: installKey(useSession()), status: "pending" },
    select: ({ state }) => state.variables as string,
  });
}

export function useInstallActions() {
  const session = useSession();
  const queryClient = useQueryClient();
  const stale = useStale();
  const installs = installsQuery(session);
  const call = deviceCall(session);
  const onSuccess = (install: Install) =>
    queryClient.setQueryData(installs.queryKey, (before) => ({ list: withInstall(before?.list ?? [], install) }));
  return {
    start: useMutation({
      mutationKey: installKey(session),
      mutationFn: (app_id: string) => api.call(assistdEndpoints.appInstall, { ...call, body: { app_id } }),
      onSuccess,
    }),
    uninstall: useMutation({
      mutationFn: (package_name: string) =>
        api.call(assistdEndpoints.appUninstall, { ...call, body: { package_name } }),
      onSuccess,
    }),
    cancel: useMutation({
      mutationFn: ({ install_id, state }: Install) =>
        api.call(state === "uninstalling" ? assistdEndpoints.appUninstallCancel : assistdEndpoints.appInstallCancel, {
          ...call,
          body: { install_id },
        }),
      onSettled: () => stale(["appInstallList"], session.project),
    }),
  };
}

/** While the device is telling what it calls its apps; nothing else says when it has. */
const NAMES_LOOK_MS = 2_000;

/** What is installed on the device now. */
export function useDeviceApps(enabled: boolean) {
  const session = useSession();
  return useQuery({
    ...queryOf(assistdEndpoints.deviceAppList, deviceCall(session)),
    enabled,
    refetchInterval: ({ state }) => state.data?.names_pending === true && NAMES_LOOK_MS,
  });
}

/** What people call an app; nothing is asked before there is one to name. */
export function useAppName(package_name: string | undefined): string {
  const { project, running, drives } = useSession();
  const enabled = package_name !== undefined;
  const { data } = useQuery({
    ...queryOf(appEndpoints.appList, { query: { project, package_name, page_size: 1 } }),
    enabled,
  });
  const device = useDeviceApps(enabled && running && drives).data;
  return appNameOf(
    {
      package_name: package_name ?? "",
      versions: data?.list ?? [],
      onDevice: device?.list.find((app) => app.package_name === package_name),
    },
    activeLanguage(),
  );
}

/** {@link useAppName} of whatever is on the device. */
export function useAppNames(): (package_name: string) => string {
  const { running, drives } = useSession();
  const apps = useProjectApps("").data?.list;
  const device = useDeviceApps(running && drives).data?.list;
  return useCallback(
    (package_name) => {
      const isIt = (app: { package_name: string }) => app.package_name === package_name;
      const known = { package_name, versions: apps?.filter(isIt) ?? [], onDevice: device?.find(isIt) };
      return appNameOf(known, activeLanguage());
    },
    [apps, device],
  );
}

/**
 * What is kept of an app that is on the device: its name, the same in whatever language somebody looks, since by that it is found
 * again, and its version there.
 */
export function useAppFacts(): (package_name: string) => { app_name: string; app_version: string } {
  const { running, drives } = useSession();
  const apps = useProjectApps("").data?.list;
  const device = useDeviceApps(running && drives).data?.list;
  return useCallback((package_name) => appFactsOf(package_name, apps ?? [], device ?? []), [apps, device]);
}

export type DeviceAppAction = "start" | "stop" | "clear";
const ACTIONS = {
  start: assistdEndpoints.appStart,
  stop: assistdEndpoints.appStop,
  clear: assistdEndpoints.appClear,
} as const;

export function useDeviceAppAction() {
  const session = useSession();
  const stale = useStale();
  const call = useMemo(() => deviceCall(session), [session]);
  return useMutation({
    mutationFn: ({ action, package_name }: { action: DeviceAppAction; package_name: string }) =>
      api.call(ACTIONS[action], { ...call, body: { package_name } }),
    onSuccess: (_, { action, package_name }) => {
      if (action === "start") noteAppStart(session.test_id, package_name);
    },
    onSettled: () => stale(["deviceAppList"], session.project),
  });
}
