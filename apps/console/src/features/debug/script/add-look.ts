import type { ElementTree } from "@udt/contract";
import { hasRoomFor, viewOf, type NoPicture } from "./pictures.ts";
import { findTarget, targetOf } from "./targets.ts";
import type { ScriptTools } from "./use-script.ts";

/**
 * Has the script look whether an element looks as it does now.
 * @returns why it has no picture that a file may have
 */
export async function addLook(
  { keeper, recorder, read }: Pick<ScriptTools, "keeper" | "recorder" | "read">,
  tree: ElementTree,
  at: number,
): Promise<NoPicture | undefined> {
  const still = recorder.still();
  if (!still) return "unseen";
  // What was read before may have moved since, and a password may show where it was.
  const now = await read();
  const secrets = keeper.accountTexts;
  const target = targetOf(tree, at, secrets);
  const there = target && findTarget(now, target);
  if (!target || there === undefined) return "gone";
  if (JSON.stringify(now.list[there]?.bounds) !== JSON.stringify(tree.list[at]?.bounds)) return "gone";
  const view = viewOf(now, there, secrets);
  if (typeof view === "string") return view;
  const png = await still.cut(view.area);
  if (png === undefined) return "plain";
  if (!hasRoomFor(keeper.script.get().steps, png)) return "full";
  keeper.add({ kind: "look", target, picture: { png, screen: still.size, texts: view.texts } });
  return undefined;
}
