import type { ProjectInfo } from "@udt/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/navigation/paths.ts";

/** Leads to the project's page: its devices, or the door where one asks. `children` say what one is to it. */
export function ProjectCard(props: { project: ProjectInfo; isCurrent?: boolean; children?: ReactNode }) {
  const { project_id, name } = props.project;
  return (
    <Link to={paths.deviceList(project_id)} aria-current={props.isCurrent ? true : undefined}>
      <b className="udt-ellipsis">{name}</b>
      <small className="udt-mono">{project_id}</small>
      {props.children}
    </Link>
  );
}
