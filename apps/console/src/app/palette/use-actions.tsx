import {
  BookOutlined,
  MobileOutlined,
  PlayCircleOutlined,
  PlusOutlined,
  UploadOutlined,
  UserAddOutlined,
} from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { APP_KINDS } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { App } from "antd";
import { useNavigate } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { deviceName } from "../../lib/device-name/index.ts";
import { errorText, ruleOf } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { useStartDebug } from "../../lib/tests/index.ts";
import { acceptOf, startUpload } from "../../lib/uploads/index.ts";
import type { MenuIcon } from "../menu-icon.ts";
import { useMenu } from "../use-menu.tsx";
import type { Entry } from "./entries.ts";

/** What whoever is signed in can begin in a project. */
export function useProjectActions(project: string): Entry[] {
  const t = useT("app");
  const guest = useIsGuest(project);
  const menu = useMenu(project);
  const mayInvite = useMay(project, "member.invite");
  const upload = useUpload(project);
  const has = (icon: MenuIcon) => !guest && menu.some((one) => one.menu.icon === icon);
  const debug = useDebugFree(project, has("devices"));
  const begin = (to: string, label: string, icon: Entry["icon"]): Entry => ({ key: to, to, label, note: "", icon });
  const act = (key: string, label: string, icon: Entry["icon"], run: () => void, note = ""): Entry => ({
    key,
    label,
    note,
    icon,
    act: run,
  });
  return [
    ...(has("jobs")
      ? [
          // Of which task is said there.
          { ...begin(paths.jobs(project), t("palette.run"), <PlayCircleOutlined />), key: "run" },
          begin(paths.jobCreate(project), t("title.job_create"), <PlusOutlined />),
        ]
      : []),
    ...(debug ? [act("debug", t("palette.debug"), <MobileOutlined />, debug.start, debug.model)] : []),
    ...(has("cases") ? [begin(paths.libraryCreate(project), t("title.library_import"), <BookOutlined />)] : []),
    ...(has("apps") ? [act("upload", t("palette.upload"), <UploadOutlined />, upload)] : []),
    ...(mayInvite ? [begin(paths.memberAdd(project), t("palette.invite"), <UserAddOutlined />)] : []),
  ];
}

/** Begins a session on a phone that nobody has; undefined where there is none. */
function useDebugFree(project: string, enabled: boolean) {
  const { message } = App.useApp();
  const { mutateAsync } = useStartDebug();
  const query = { project, state: "idle", access: "remote", no_draining: "1", page_size: 1 } as const;
  const free = useQuery({ ...queryOf(deviceEndpoints.deviceList, { query }), enabled }).data?.list[0];
  if (!enabled || !free) return undefined;
  const start = () =>
    // The search has closed by then: why it was not given is told like what its own button would say.
    void mutateAsync({ project, device_id: free.device_id }).catch((error: unknown) => {
      if (error instanceof ApiError && ruleOf(error) === "inline") void message.error(errorText(error));
    });
  return { model: deviceName(free), start };
}

/** Asks for packages, and goes to where their uploads show. */
function useUpload(project: string): () => void {
  const navigate = useNavigate();
  return () => {
    const input = document.createElement("input");
    Object.assign(input, { type: "file", multiple: true, accept: acceptOf(APP_KINDS) });
    input.addEventListener("change", () => {
      for (const file of input.files ?? []) startUpload(project, file, APP_KINDS);
      void navigate(paths.apps(project));
    });
    input.click();
  };
}
