import type { ConformanceTarget, Point } from "@udt/driver/conformance";
import type { Ungiven } from "@udt/driver/conformance-groups";
import { allNodes } from "../ui-dump.ts";
import type { Attached } from "./attach.ts";
import type { Plan } from "./wish.ts";

const soon = () => AbortSignal.timeout(30_000);
const LOOKS = 20;

/** What brings a screen with things to press to the front: a list, whatever the maker made of it. */
const BUTTONS = ["am start -S -W -n dev.udt.notes/.NotesActivity", "am start -S -W -a android.settings.SETTINGS"];
/**
 * What brings an empty text field to the front without anything that is kept, the first that this phone has.
 * `ACTION_APP_SEARCH_SETTINGS` came with Android 10; a new contact that is not saved is none.
 */
const FIELDS = [
  "am start -S -W -n dev.udt.shop/.CatalogueActivity",
  "am start -S -W -a android.settings.APP_SEARCH_SETTINGS",
  "am start -S -W -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact",
  "am start -S -W -a android.intent.action.WEB_SEARCH",
];

/** Screens of the phone's own, by which touch and typing are tried. */
export class OwnScreens {
  readonly #run: (line: string) => Promise<string>;

  constructor({ device }: Attached) {
    const shell = device.capabilities.shell!;
    this.#run = async (line) => (await shell.run(["sh", "-c", line], soon())).stdout;
  }

  /** A point that changes the picture when touched; undefined where none is found. */
  async button(): Promise<Point | undefined> {
    return this.#first(
      BUTTONS,
      (node) =>
        node["clickable"] === "true" && node["enabled"] === "true" && node["class"] !== "android.widget.EditText",
    );
  }

  async field(): Promise<Point | undefined> {
    return this.#first(FIELDS, (node) => isField(node));
  }

  async text(): Promise<string> {
    const node = (await this.#nodes()).find(isField);
    // An empty field shows its hint, of which old dumps do not say that it is one.
    return !node || node["showing-hint"] === "true" || node["text"] === node["hint"] ? "" : (node["text"] ?? "");
  }

  async #first(lines: readonly string[], is: (node: Record<string, string>) => boolean): Promise<Point | undefined> {
    for (const line of lines) {
      if (/^Error/m.test(await this.#run(`${line} 2>&1`))) continue;
      for (let look = 0; look < LOOKS; look++) {
        const node = (await this.#nodes()).find(is);
        const bounds = /\[(\d+),(\d+)\]\[(\d+),(\d+)\]/
          .exec(node?.["bounds"] ?? "")
          ?.slice(1)
          .map(Number);
        if (bounds) return { x: (bounds[0]! + bounds[2]!) / 2, y: (bounds[1]! + bounds[3]!) / 2 };
      }
    }
    return undefined;
  }

  async #nodes(): Promise<Record<string, string>[]> {
    return allNodes(await this.#run("uiautomator dump /dev/tty 2>/dev/null"));
  }
}

const isField = (node: Record<string, string>): boolean => node["class"] === "android.widget.EditText";

/** What the suite cannot have of this phone, each with why. */
export async function ungivenOf(attached: Attached, wish: Pick<Plan, "apk" | "restart">): Promise<Ungiven> {
  const screens = new OwnScreens(attached);
  const { is_virtual, brand } = await attached.device.facts(soon());
  const ours = is_virtual && brand.toLowerCase() === "udt";
  return {
    ...(!ours && { testPackage: "no test package is known that every phone could run" }),
    ...(!ours && !wish.apk && { app: "give an app that the phone does not have: --apk FILE" }),
    ...(!wish.restart && { mayRestart: "restarts the phone: --restart allows it" }),
    ...(!(await screens.button()) && { showButton: "no screen with something to press came to the front" }),
    ...(!(await screens.field()) && { showTextField: "no screen of this phone showed a text field" }),
  };
}

/** What the suite needs, as far as this phone gives it; what it was when it came is put back at its end. */
export async function attachedTarget(
  attached: Attached,
  plan: Plan,
  packages: Pick<ConformanceTarget, "app" | "testPackage">,
): Promise<ConformanceTarget> {
  const { device } = attached;
  const screens = new OwnScreens(attached);
  const mark = await device.mark(soon());
  const demand = async (point: Promise<Point | undefined>): Promise<Point> => {
    const found = await point;
    if (!found) throw new Error("what came to the front before did not come again");
    return found;
  };
  return {
    device,
    ...packages,
    ...(!plan.ungiven.mayRestart && { mayRestart: true as const }),
    encodesBaseline: true,
    showButton: () => demand(screens.button()),
    showTextField: () => demand(screens.field()),
    shownText: () => screens.text(),
    folder: "/sdcard/Documents",
    async writeLog(tag, message) {
      await device.capabilities.shell!.run(["log", "-p", "i", "-t", tag, message], soon());
    },
    async dispose() {
      await device.clean(mark, AbortSignal.timeout(120_000));
      await attached.dispose();
    },
  };
}
