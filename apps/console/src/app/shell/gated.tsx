import { LockOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { EmptyState, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { privilegeText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";
import { useIsGuest, useProject, useUser } from "../../lib/session/index.ts";
import { closedScreen, type Closed } from "../closed-screen.ts";
import type { ScreenRoute } from "../screen-route.ts";
import { anyOf } from "../../lib/format/index.ts";
import { useDoor } from "./door.tsx";

/** A project's screen for who may open it; for others what it takes, also where no menu leads to it. */
export function Gated(props: { projectId: string; screen: ScreenRoute; children: ReactNode }) {
  const { projectId, screen } = props;
  const privileges = usePrivileges(projectId);
  const guest = useIsGuest(projectId);
  const project = useProject(projectId);
  const isAdmin = useUser().user_role.udt_admin;
  const known = privileges.known && (isAdmin || project !== undefined);
  const closed = closedScreen(screen, { known, guest, may: privileges.may });
  // What failed is told by the screen itself, where its data would be.
  if (closed === "unknown") return privileges.failed ? props.children : <SkeletonRows isPage rows={5} />;
  return closed ? <NoPermission projectId={projectId} closed={closed} /> : props.children;
}

function NoPermission({ projectId, closed }: { projectId: string; closed: Closed }) {
  const t = useT("app");
  const door = useDoor(projectId).data;
  const names = door && anyOf(door.owners);
  return (
    <EmptyState
      isPage
      icon={<LockOutlined />}
      title={t("closed.title")}
      action={<LinkButton to={paths.deviceList(projectId)}>{t("closed.devices")}</LinkButton>}
    >
      {closed.by === "members"
        ? t("closed.members")
        : t("closed.privileges", {
            names: closed.needs.map(privilegeText).join(t("closed.or")),
          })}
      {names && <p>{t("closed.owners", { names })}</p>}
    </EmptyState>
  );
}
