import { LIMITS, USER_TYPES, type Member } from "@udt/contract";
import { ApartmentOutlined } from "@ant-design/icons";
import { App, Button, Segmented } from "antd";
import { useEffect, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { Avatar, EmptyState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { CloseIcon } from "../../lib/components/icons.tsx";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { Choices, LeaveGuard } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
import "./members.css";
import { OrgPicker } from "./org-picker.tsx";
import { PasteNames } from "./paste-names.tsx";
import { PeopleSearch } from "./people-search.tsx";
import { useAdd } from "./use-members.ts";
import { useAddOrgs, type TreeOrg } from "./use-orgs.ts";
import type { Person } from "./use-people.ts";

export default function AddPage() {
  const t = useT("members");
  const project = useProjectId();
  const privileges = usePrivileges(project);
  if (!privileges.known) return <SkeletonRows isPage rows={3} />;
  if (!privileges.may("member.invite")) {
    return (
      <EmptyState
        isPage
        icon="!"
        title={t("add_page.refused.title")}
        action={<LinkButton to={paths.members(project)}>{t("add_page.back")}</LinkButton>}
      >
        {t("add_page.refused.text")}
      </EmptyState>
    );
  }
  return <AddForm project={project} owner={privileges.may("project.owner")} />;
}

function AddForm({ project, owner }: { project: string; owner: boolean }) {
  const t = useT("members");
  const common = useT("common");
  const [search, set] = useUrlFilters();
  const by = oneOf(search.get("by"), ["org"]) ?? "people";
  const { chosen, orgs, choose, drop, toggleOrg } = useChosen();
  const [user_type, setUserType] = useState<Member["user_type"]>(USER_TYPES.member);
  const { add, done, pending } = useAddAll(project);
  const some = chosen.length + orgs.length;

  return (
    <>
      <LeaveGuard dirty={some > 0 && !done} />
      <PageHeader title={t("add")}>
        <span className="udt-secondary">{t("add_page.lead")}</span>
      </PageHeader>
      <div className="members-add">
        <section className="udt-card members-panel">
          <Segmented
            aria-label={t("add_page.by.label")}
            value={by}
            options={[
              { value: "people", label: t("add_page.by.people") },
              { value: "org", label: t("add_page.by.orgs") },
            ]}
            onChange={(value) => set({ by: value === "org" ? "org" : undefined }, { replace: true })}
          />
          {by === "org" ? (
            <OrgPicker project={project} chosen={orgs} onToggle={toggleOrg} />
          ) : (
            <>
              <PeopleSearch chosen={chosen} onToggle={(person, on) => (on ? choose([person]) : drop(person.user_id))} />
              <PasteNames onFound={choose} />
            </>
          )}
        </section>
        <section className="udt-card members-panel" aria-label={t("add_page.chosen_label")}>
          <h2>
            {(chosen.length > 0 || orgs.length === 0) && t("add_page.chosen", { count: chosen.length })}
            {chosen.length > 0 && orgs.length > 0 && " · "}
            {orgs.length > 0 && t("add_page.chosen_orgs", { count: orgs.length })}
          </h2>
          {some === 0 && <p className="udt-secondary">{t("add_page.nobody")}</p>}
          <ul className="members-people">
            {chosen.map((person) => (
              <ChosenRow
                key={person.user_id}
                icon={<Avatar name={person.user_name} image={person.head_image} />}
                name={person.user_name}
                note={person.email}
                onDrop={() => drop(person.user_id)}
              />
            ))}
            {orgs.map((org) => (
              <ChosenRow
                key={org.org_id}
                icon={<ApartmentOutlined className="members-org-icon" />}
                name={org.name}
                note={
                  org.path.length > 1
                    ? org.path.slice(0, -1).join(" / ")
                    : t("orgs.people", { count: org.user_count, total: String(org.user_count) })
                }
                onDrop={() => toggleOrg(org, false)}
              />
            ))}
          </ul>
          {owner && (
            <Choices
              label={t("add_page.type")}
              value={user_type}
              options={(["member", "owner"] as const).map((name) => ({
                value: USER_TYPES[name],
                label: common(`user_type.${name}`),
                hint: t(`add_page.${name}_hint`),
              }))}
              onChange={setUserType}
            />
          )}
          <div className="udt-form-actions">
            <Button
              type="primary"
              disabled={some === 0}
              loading={pending}
              onClick={() => void add(chosen, orgs, user_type)}
            >
              {orgs.length === 0
                ? t("add_page.submit", { count: chosen.length })
                : chosen.length === 0
                  ? t("add_page.submit_orgs", { count: orgs.length })
                  : t("add_page.submit_both")}
            </Button>
            <LinkButton to={paths.members(project)}>{common("cancel")}</LinkButton>
          </div>
        </section>
      </div>
    </>
  );
}

/** One of those that are to be added. */
function ChosenRow(props: { icon: ReactNode; name: string; note: string; onDrop: () => void }) {
  const t = useT("members");
  return (
    <li>
      {props.icon}
      <span>
        <b className="udt-ellipsis">{props.name}</b>
        <small className="udt-ellipsis">{props.note}</small>
      </span>
      <button
        type="button"
        className="udt-icon-button"
        aria-label={t("add_page.drop", { name: props.name })}
        onClick={props.onDrop}
      >
        <CloseIcon size={12} />
      </button>
    </li>
  );
}

/** Who is chosen to be added: people and organisations, no more of each than go at once. */
function useChosen() {
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const [orgs, setOrgs] = useState<readonly TreeOrg[]>([]);
  return {
    chosen,
    orgs,
    choose: (people: readonly Person[]) =>
      setChosen((before) =>
        [...before, ...people.filter((each) => before.every(({ user_id }) => user_id !== each.user_id))].slice(
          0,
          LIMITS.bulk_max,
        ),
      ),
    drop: (user_id: string) => setChosen((before) => before.filter((each) => each.user_id !== user_id)),
    toggleOrg: (org: TreeOrg, on: boolean) =>
      setOrgs((before) => {
        const others = before.filter(({ org_id }) => org_id !== org.org_id);
        return on ? [...others, org].slice(0, LIMITS.bulk_max) : others;
      }),
  };
}

/** Adds people, then organisations, says what came of it, and goes back to the list. */
function useAddAll(project: string) {
  const t = useT("members");
  const navigate = useNavigate();
  const { message } = App.useApp();
  const people = useAdd(project);
  const orgs = useAddOrgs(project);
  const [said, setSaid] = useState<readonly string[]>();
  // Only once the guard knows that nothing is unsaved any more.
  useEffect(() => {
    if (!said) return;
    void message.success(said.join(" "));
    void navigate(paths.members(project), { replace: true });
  }, [said, message, navigate, project]);
  return {
    done: said !== undefined,
    pending: people.isPending || orgs.isPending,
    async add(chosen: readonly Person[], chosenOrgs: readonly TreeOrg[], user_type: Member["user_type"]) {
      const words: string[] = [];
      try {
        if (chosen.length > 0) {
          const { added } = await people.mutateAsync({ user_ids: chosen.map(({ user_id }) => user_id), user_type });
          words.push(t("add_page.added", { count: added }));
          if (added < chosen.length) words.push(t("add_page.known", { count: chosen.length - added }));
        }
        if (chosenOrgs.length > 0) {
          const { added } = await orgs.mutateAsync({ org_ids: chosenOrgs.map(({ org_id }) => org_id), user_type });
          words.push(t("add_page.added_orgs", { count: added }));
        }
      } catch {
        // The error policy tells a refusal; what was chosen stays.
        return;
      }
      setSaid(words);
    },
  };
}
