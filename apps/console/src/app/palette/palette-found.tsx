import { ClockCircleOutlined } from "@ant-design/icons";
import { LIMITS } from "@udt/contract";
import { useState } from "react";
import { useLocation } from "react-router";
import { useSettled } from "../../lib/common/use-settled.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { matching, type Section } from "./entries.ts";
import { PaletteOptions, type Typed } from "./palette-options.tsx";
import { recentPlaces } from "./recent.ts";
import { placeOf } from "./use-remember.ts";
import { useCommonPlaces, useProjectPlaces } from "./use-places.tsx";
import { useFound } from "./use-found.tsx";

/** How many pages and the like are offered of those that fit what was typed. */
const OFFERED = 5;

/** What fits, by what is typed, below the search's field. */
export default function PaletteFound({ projectId, ...typed }: Typed & { projectId: string | undefined }) {
  return projectId === undefined ? <OfNoProject {...typed} /> : <OfProject {...typed} project={projectId} />;
}

function OfNoProject(typed: Typed) {
  const common = useCommonPlaces();
  return <PaletteOptions {...typed} sections={useSections(typed.text, common, [])} />;
}

function OfProject({ project, ...typed }: Typed & { project: string }) {
  const common = useCommonPlaces();
  const own = useProjectPlaces(project);
  const keyword = typed.text.trim().slice(0, LIMITS.keyword_max);
  const typing = useSettled(keyword);
  const settled = keyword === "" ? "" : typing;
  // Of what was found for the word before only what fits this one may be entered.
  const found = useFound(project, settled).map((section) =>
    section.isOld || settled !== keyword
      ? { ...section, entries: matching(section.entries, keyword, section.key !== "run") }
      : section,
  );
  // Until it is asked nothing is known of it.
  const settling = { key: "settling", label: "", entries: [], isPending: settled !== keyword };
  const places = {
    pages: [...own.pages, ...common.pages],
    actions: [...own.actions, ...common.actions],
    projects: common.projects.filter(({ note }) => note !== project),
  };
  return <PaletteOptions {...typed} sections={useSections(typed.text, places, [...found, settling])} />;
}

/** In the order that they show: with nothing typed where one was last, else what fits. */
function useSections(text: string, places: ReturnType<typeof useCommonPlaces>, found: readonly Section[]): Section[] {
  const t = useT("app");
  const { user_id } = useUser();
  const here = placeOf(useLocation());
  const [visited] = useState(() => recentPlaces(user_id));
  // The page before is still here while the next one loads.
  const elsewhere = visited.filter(({ to }) => to !== here);
  // A page is called as it is called now; of all else only what it was called is known.
  const recent = elsewhere.map((place) => {
    const { label, note } = places.pages.find((page) => "to" in page && page.to === place.to) ?? {
      label: place.label,
      note: [place.title && t(place.title), place.note].filter(Boolean).join(" · "),
    };
    return { to: place.to, label, note, key: `recent ${place.to}`, icon: <ClockCircleOutlined /> };
  });
  const isEmpty = text.trim() === "";
  const own = (["pages", "actions", "projects"] as const).map((key) => ({
    key,
    label: t(`palette.${key}`),
    entries: isEmpty ? places[key] : matching(places[key], text, key !== "actions").slice(0, OFFERED),
  }));
  return [...(isEmpty ? [{ key: "recent", label: t("palette.recent"), entries: recent }] : []), ...own, ...found];
}
