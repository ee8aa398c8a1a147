import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, INSTALL_FINAL_STATES, type Install } from "@udt/contract";
import { useMemo } from "react";
import { api } from "../../../lib/api/api.ts";
import { useConsoleEvents } from "../../../lib/events/index.ts";
import { useSession, type Session } from "../session.tsx";

export const isUnderWay = (install: Install): boolean => !INSTALL_FINAL_STATES.includes(install.state);

const deviceCall = ({ test_id, device_id, project }: Session) => ({
  params: { test_id, device_id },
  query: { project },
});
const installsKey = ({ project, test_id, device_id }: Session) =>
  ["appInstallList", project, test_id, device_id] as const;
const deviceAppsKey = ({ project, test_id, device_id }: Session) =>
  ["deviceAppList", project, test_id, device_id] as const;

/** The project's apps. */
export function useProjectApps(keyword: string) {
  const { project } = useSession();
  return useQuery({
    queryKey: ["appList", project, keyword],
    queryFn: ({ signal }) => api.call(ENDPOINTS.appList, { query: { project, keyword, page_size: 100 }, signal }),
    placeholderData: (before) => before,
  });
}

/** The installations of this session, newest first; events bring each stage the moment it is told. */
export function useInstalls() {
  const session = useSession();
  const queryClient = useQueryClient();
  const key = installsKey(session);
  useConsoleEvents((event) => {
    if (event.type !== "install.changed") return;
    const { install } = event;
    if (install.test_id !== session.test_id || install.device_id !== session.device_id) return;
    queryClient.setQueryData<{ list: Install[] }>(
      key,
      (before) => before && { list: withInstall(before.list, install) },
    );
    if (install.state === "installed") void queryClient.invalidateQueries({ queryKey: deviceAppsKey(session) });
  });
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(ENDPOINTS.appInstallList, { ...deviceCall(session), signal }),
  });
}

/** Replaces an installation unless what is there is newer; events and answers may cross. */
export function withInstall(list: readonly Install[], install: Install): Install[] {
  const known = list.find((each) => each.install_id === install.install_id);
  if (!known) return [install, ...list];
  return known.updated_at > install.updated_at ? [...list] : list.map((each) => (each === known ? install : each));
}

export function useInstallActions() {
  const session = useSession();
  const queryClient = useQueryClient();
  const key = installsKey(session);
  const call = deviceCall(session);
  return {
    start: useMutation({
      mutationFn: (app_id: string) => api.call(ENDPOINTS.appInstall, { ...call, body: { app_id } }),
      onSuccess: (install) =>
        queryClient.setQueryData<{ list: Install[] }>(key, (before) => ({
          list: withInstall(before?.list ?? [], install),
        })),
    }),
    cancel: useMutation({
      mutationFn: (install_id: string) => api.call(ENDPOINTS.appInstallCancel, { ...call, body: { install_id } }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
    }),
  };
}

/** What is installed on the device now. */
export function useDeviceApps(enabled: boolean) {
  const session = useSession();
  return useQuery({
    queryKey: deviceAppsKey(session),
    queryFn: ({ signal }) => api.call(ENDPOINTS.deviceAppList, { ...deviceCall(session), signal }),
    enabled,
  });
}

export type DeviceAppAction = "start" | "stop" | "clear" | "uninstall";
const ACTIONS = {
  start: ENDPOINTS.appStart,
  stop: ENDPOINTS.appStop,
  clear: ENDPOINTS.appClear,
  uninstall: ENDPOINTS.appUninstall,
} as const;

export function useDeviceAppAction() {
  const session = useSession();
  const queryClient = useQueryClient();
  const call = useMemo(() => deviceCall(session), [session]);
  return useMutation({
    mutationFn: ({ action, package_name }: { action: DeviceAppAction; package_name: string }) =>
      api.call(ACTIONS[action], { ...call, body: { package_name } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deviceAppsKey(session) }),
  });
}
