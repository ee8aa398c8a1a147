import type { ElementTree } from "@udt/contract";
import { useRef, useState } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import type { OpenFile, BesideEditor } from "../../../lib/open-file.ts";
import { hint } from "../hints.tsx";
import { useInspector } from "../inspect/use-inspector.ts";
import { labelOf } from "../script/labels.ts";
import type { Target } from "../script/steps.ts";
import { namedAround } from "../script/targets.ts";
import { namingsOf, type Naming } from "./namings.ts";
import {
  fallbacksOf,
  insertionInto,
  languageOf,
  locatorIn,
  sayable,
  type FileLanguage,
  type Wish,
} from "./insertion.ts";

/** What was put into a file last, and from where. */
interface Done {
  path: string;
  caret: Pick<ReturnType<OpenFile["read"]>, "start" | "end">;
  takeBack: () => boolean;
}

export interface Locators {
  wish: Wish;
  wants: (wish: Wish) => void;
  /** The language of the file that is written into; undefined where nothing is. */
  language: FileLanguage | undefined;
  /** Why nothing is. */
  refusal: string | undefined;
  /** All that names an element, in the words of that language. */
  of: (tree: ElementTree, at: number) => readonly Naming[];
  /** What is pointed at on the picture. */
  point: (at: number) => void;
  /** This element, and its best locator goes into the file. */
  choose: (at: number) => void;
  /** Another one, in the place of what was put in last where that is as it was. */
  use: (naming: Naming, all: readonly Naming[]) => void;
}

/** Chooses elements, and has what names them written into the file that is open. */
export function useLocators({ file, refusal }: Pick<BesideEditor, "file" | "refusal">): Locators {
  const t = useT("beside");
  const debug = useT("debug");
  const inspector = useInspector();
  const [wish, wants] = useState<Wish>("tap");
  const done = useRef<Done>(undefined);
  const language = file && languageOf(file.path);
  const why = refusal ?? (!file ? t("no_file") : language ? undefined : t("no_language"));
  const of = (tree: ElementTree, at: number) => sayable(language ?? "low_code", namingsOf(tree, at));

  const put = (naming: Naming, all: readonly Naming[], instead: Done | undefined) => {
    if (!file || !language || why !== undefined) return;
    const others = all.filter((other) => other !== naming);
    const written = (target: Target) => locatorIn(language, target);
    if (file.take) {
      file.take(written(naming.target), fallbacksOf(others).map(written));
      return hint("good", t("done", { file: nameOf(file) }));
    }
    const isBack = instead?.path === file.path && instead.takeBack();
    const before = { ...file.read(), ...(isBack && instead.caret) };
    const insertion = { language, wish, target: naming.target, others };
    const edit = insertionInto(before, insertion, (action) => labelOf(debug, action));
    if (!edit) return hint("warning", t("no_steps"));
    const { start, end } = before;
    done.current = { path: file.path, caret: { start, end }, takeBack: file.put(edit) };
    hint("good", t("done", { file: nameOf(file) }));
  };
  const choose = (at: number) => {
    const { tree } = inspector.view.get();
    if (!tree) return;
    inspector.choose(at);
    const all = of(tree, at);
    if (all[0]) put(all[0], all, undefined);
  };
  return {
    wish,
    wants,
    language: why === undefined ? language : undefined,
    refusal: why,
    of,
    point(at) {
      const { tree } = inspector.view.get();
      if (tree) choose(namedAround(tree, at));
    },
    choose,
    use: (naming, all) => put(naming, all, done.current),
  };
}

const nameOf = ({ path }: OpenFile): string => path.slice(path.lastIndexOf("/") + 1);
