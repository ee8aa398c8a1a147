import { ApiError } from "@udt/client";
import {
  ENVIRONMENT_SETTINGS,
  environmentConfig,
  inspectionConfig,
  NO_ENVIRONMENT,
  profileEntries,
  profileSettings,
  tagChoice,
  tagName,
  type EnvironmentSetting,
  type TagChoice,
  type TagWish,
} from "@udt/contract";
import type { Tag } from "@udt/contract/endpoints/tags";
import { App } from "antd";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import type { ProfileFaults } from "./profile-fields.tsx";
import { isWhole, useTagActions } from "./use-tags.ts";

const FRESH: TagWish = {
  name: "",
  is_default: false,
  rules: [],
  included_device_ids: [],
  excluded_device_ids: [],
  inspection: null,
  profile: {},
  environment: NO_ENVIRONMENT,
};

export const wishOf = (tag: Tag | undefined): TagWish => {
  const { name, is_default, rules, included_device_ids, excluded_device_ids, inspection, profile, environment } =
    tag ?? FRESH;
  return { name, is_default, rules, included_device_ids, excluded_device_ids, inspection, profile, environment };
};

/** A tag by which one device has a strategy of its own. */
export interface OwnTag {
  device_id: string;
  device_name: string;
  /** What it is called at first. */
  tag_name: string;
  inspection: NonNullable<TagWish["inspection"]>;
}

const freshOf = ({ tag_name: name, device_id, inspection }: OwnTag): TagWish => ({
  ...FRESH,
  name,
  included_device_ids: [device_id],
  inspection,
});

const CHECKED = ["free_gb", "network_address", "latency_ms", "languages", "check_every_hours", "check_window"] as const;
export type InspectionFaults = Partial<Record<(typeof CHECKED)[number], string | undefined>>;

function faultsOf(config: TagWish["inspection"], check: ReturnType<typeof useRuleText>["check"]): InspectionFaults {
  if (config === null) return {};
  return Object.fromEntries(CHECKED.map((key) => [key, check(inspectionConfig.shape[key], config[key])]));
}

/** What is wrong with each setting that is chosen. */
export function profileFaultsOf(
  profile: TagWish["profile"],
  check: ReturnType<typeof useRuleText>["check"],
): ProfileFaults {
  return Object.fromEntries(
    profileEntries(profile).map((name) => [name, check(profileSettings.shape[name], profile[name])]),
  );
}

export type EnvironmentFaults = Partial<Record<EnvironmentSetting, string | undefined>>;

const environmentFaultsOf = (
  config: TagWish["environment"],
  check: ReturnType<typeof useRuleText>["check"],
): EnvironmentFaults =>
  Object.fromEntries(ENVIRONMENT_SETTINGS.map((key) => [key, check(environmentConfig.shape[key], config[key])]));

/** What the editor of a tag holds, what is wrong with it, and how it is saved. @param back where a save leads */
export function useTagEditor(project: string, tag: Tag | undefined, back: string, own?: OwnTag) {
  const t = useT("tags");
  const rule = useRuleText();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { save } = useTagActions(project);
  /** The one that a save is made from. */
  const [base, setBase] = useState(tag);
  /** What a new one begins with. */
  const [fresh] = useState(() => (own ? freshOf(own) : wishOf(tag)));
  const [draft, setDraft] = useState(fresh);
  const [isLeft, setLeft] = useState(false);
  /** What has been judged: a field once it was left, all once they were to be saved. */
  const [judged, setJudged] = useState<"nothing" | "name" | "all">("nothing");
  const [hasConflict, showConflict] = useState(false);

  const refusal = save.error instanceof ApiError ? save.error : undefined;
  const isOf = (...codes: readonly string[]) => refusal?.code !== undefined && codes.includes(refusal.code);
  const choiceFault = (field: keyof TagChoice) => {
    const issue = tagChoice.safeParse(draft).error?.issues.find(({ path }) => path[0] === field);
    if (!issue) return undefined;
    return field === "rules" && !isWhole(draft) ? t("fault.rules") : rule.check(tagChoice.shape[field], draft[field]);
  };
  const faults = {
    name: rule.check(tagName, draft.name),
    rules: choiceFault("rules"),
    included_device_ids: choiceFault("included_device_ids"),
    excluded_device_ids: choiceFault("excluded_device_ids"),
  };
  const inspectionFaults = faultsOf(draft.inspection, rule.check);
  const profileFaults = profileFaultsOf(draft.profile, rule.check);
  const environmentFaults = environmentFaultsOf(draft.environment, rule.check);
  const isWrong = [faults, inspectionFaults, profileFaults, environmentFaults].some((all) =>
    Object.values(all).some((fault) => fault !== undefined),
  );
  const refusedName = isOf("tag_name_exists") ? errorText(save.error) : rule.refused(save.error, "name");

  const change = (part: Partial<TagWish>) => {
    save.reset();
    setDraft((before) => ({ ...before, ...part }));
  };
  /** @param over the state of the tag that it is made from */
  const saveOver = async (over: Pick<Tag, "tag_id" | "version"> | undefined) => {
    try {
      const { name } = await save.mutateAsync({ base: over, wish: draft, isFirst: own !== undefined });
      // The guard must have seen that nothing is unsaved any more.
      flushSync(() => setLeft(true));
      void message.success(t("saved", { name }));
      void navigate(back);
    } catch (error) {
      showConflict(error instanceof ApiError && error.code === "tag_changed");
    }
  };
  return {
    base,
    draft,
    change,
    leaveName: () => setJudged((before) => (before === "all" ? before : "name")),
    fault: {
      name: refusedName ?? (judged === "nothing" ? undefined : faults.name),
      ...(judged === "all"
        ? {
            rules: faults.rules,
            included_device_ids: faults.included_device_ids,
            excluded_device_ids: faults.excluded_device_ids,
          }
        : {}),
    } as Partial<typeof faults>,
    /** Each field says at once what is wrong with it: all begin with what is right. */
    inspectionFaults,
    profileFaults,
    environmentFaults,
    dirty: !isLeft && JSON.stringify(draft) !== JSON.stringify(base ? wishOf(base) : fresh),
    /** Why it could not be saved, where no field says so. */
    refusal: refusal && refusedName === undefined && !isOf("tag_changed") ? errorText(refusal) : undefined,
    isPending: save.isPending,
    hasConflict,
    closeConflict: () => showConflict(false),
    saveOver,
    takeTheirs: (theirs: Tag) => {
      setBase(theirs);
      setDraft(wishOf(theirs));
      save.reset();
      showConflict(false);
    },
    /** @returns whether it was let through */
    submit: (): boolean => {
      setJudged("all");
      if (isWrong) return false;
      void saveOver(base);
      return true;
    },
  };
}
