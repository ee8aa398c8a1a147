import { GIVEN_TO, GIVING, LIMITS } from "@udt/contract";
import type { GivingWish } from "@udt/contract/endpoints/device-giving";
import { AgentProjects } from "../../lib/agents/index.ts";
import { Choices } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** Whether it says to whom: more or fewer projects are some, while none at all may be meant. */
export const isGift = ({ given_to, project_ids, change }: GivingWish): boolean =>
  given_to !== "projects" ||
  (project_ids.length <= LIMITS.given_projects_max && (change === "set" || project_ids.length > 0));

/** To whom devices are to be given. */
export function GiftFields({ gift, onChange }: { gift: GivingWish; onChange: (gift: GivingWish) => void }) {
  const t = useT("devices");
  const { given_to, change, project_ids } = gift;
  const isTooMany = project_ids.length > LIMITS.given_projects_max;
  return (
    <>
      <Choices
        label={t("given.title")}
        value={given_to}
        options={GIVEN_TO.map((value) => ({ value, label: t(`given.choice.${value}`) }))}
        onChange={(chosen) => onChange({ ...gift, given_to: chosen })}
      />
      {given_to === "projects" && (
        <>
          <Choices
            label={t("given.change.title")}
            value={change}
            options={GIVING.map((value) => ({ value, label: t(`given.change.${value}`) }))}
            onChange={(chosen) => onChange({ ...gift, change: chosen })}
          />
          <AgentProjects
            label={t("given.projects")}
            hint={t(change === "set" ? "given.none_hint" : "given.projects_hint")}
            error={isTooMany ? t("given.too_many", { max: LIMITS.given_projects_max }) : undefined}
            value={project_ids}
            onChange={(chosen) => onChange({ ...gift, project_ids: chosen })}
          />
        </>
      )}
    </>
  );
}
