import { until } from "@udt/testkit";
import { errors, type Locator, type Page, type Request, type Route } from "playwright-core";

/**
 * Walks the controls of a screen: each is changed, and something beside it must change too: the address, a request, what a
 * form says of itself, or what else is shown.
 */
export interface Walk {
  /** Shows the screen as it is at first, and waits until it is there. */
  open: () => Promise<void>;
  /** Where its controls are. */
  root?: string;
  /** What a form says that it holds. With it, a field's change must show here; what is shown beside the field is not enough. */
  told?: () => Promise<string>;
  /** What is typed into a field, by its label. A choice whose label is here takes what is typed. */
  samples?: Readonly<Record<string, string>>;
  /** Controls by their names that are not walked, with the reason. */
  skip?: Readonly<Record<string, string>>;
  /** How long a change may take to show. */
  patience_ms?: number;
}

const KINDS = [
  "search",
  "text",
  "number",
  "check",
  "radio",
  "select",
  "filter",
  "menu",
  "download",
  "link",
  "button",
] as const;
type Kind = (typeof KINDS)[number];
interface Control {
  kind: Kind;
  name: string;
  /** Which of those with this kind and name. */
  nth: number;
}

const FIELDS: readonly Kind[] = ["search", "text", "number", "check", "radio", "select"];
const MARK = "data-walked-control";
const OPTION = ".ant-select-item-option:not(.ant-select-item-option-disabled):not(.ant-select-item-option-selected)";
const MENU = ".ant-dropdown:not(.ant-dropdown-hidden) [role=menuitem]:not([aria-disabled=true])";

const keyOf = ({ kind, name, nth }: Control): string => `${kind} "${name}"${nth > 0 ? ` (${nth + 1})` : ""}`;

/** Marks the controls that can be used now, and tells them in the page's order. */
function findControls(page: Page, root: string): Promise<Control[]> {
  return page.evaluate(
    ({ within, mark }) => {
      const CHOSEN = "[aria-selected=true], [aria-current]:not([aria-current=false])";
      const STEP = "[aria-current=step]";
      for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark);
      const counts = new Map<string, number>();
      const kindOf = (element: Element): Kind | undefined => {
        if (element instanceof HTMLTextAreaElement) return element.readOnly ? undefined : "text";
        if (element instanceof HTMLInputElement) {
          if (element.type === "file" || element.type === "hidden") return undefined;
          if (element.type === "search" && element.getAttribute("role") !== "combobox") return "search";
          if (element.type === "checkbox") return "check";
          if (element.type === "radio") return element.checked ? undefined : "radio";
          if (element.getAttribute("role") === "combobox") return "select";
          return element.getAttribute("role") === "spinbutton" ? "number" : "text";
        }
        if (element.matches("[role=switch]")) return "check";
        if (element.matches(".udt-filter.ant-dropdown-trigger")) return "filter";
        if (element.matches(".ant-dropdown-trigger")) return "menu";
        if (element.hasAttribute("download")) return "download";
        return element instanceof HTMLAnchorElement ? "link" : "button";
      };
      const nameOf = (element: Element): string => {
        const labels = "labels" in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
        // A radio's label is one choice; what it is a choice of is its legend.
        const own =
          element.getAttribute("aria-label") ??
          labels.map((label) => (label.querySelector("b") ?? label).textContent).join(" ");
        const legend = element.closest("fieldset")?.querySelector("legend")?.textContent;
        const isChoice = element instanceof HTMLInputElement && element.type === "radio";
        const filter = element.matches(".udt-filter") ? element.firstChild?.textContent : undefined;
        const name = own || filter || element.textContent || element.getAttribute("placeholder") || "";
        return (isChoice ? `${legend ?? ""}: ${name}` : name).trim().replaceAll(/\d+/g, "#");
      };
      const found: Control[] = [];
      for (const scope of document.querySelectorAll(within))
        for (const element of scope.querySelectorAll("input, textarea, button, a[href], summary, [role=tab]")) {
          if (
            !element.checkVisibility({ visibilityProperty: true }) ||
            element.matches(":disabled, [aria-disabled=true]")
          )
            continue;
          if (element.matches("[hidden]") || element.closest("[aria-hidden=true]")) continue;
          // What is chosen already changes nothing when it is chosen again; a button that is down alone comes up.
          const isOneOf = element.parentElement?.querySelector(":scope > [aria-pressed=false]");
          if (element.matches(CHOSEN) || element.closest(STEP) || (isOneOf && element.ariaPressed === "true")) continue;
          // Rows are alike: the first stands for all.
          const row = element.closest("tbody > tr");
          if (row && row !== row.parentElement?.querySelector(":scope > tr:not([aria-hidden])")) continue;
          const kind = kindOf(element);
          if (kind === undefined) continue;
          const name = nameOf(element);
          const nth = counts.get(`${kind} ${name}`) ?? 0;
          counts.set(`${kind} ${name}`, nth + 1);
          element.setAttribute(mark, `${kind} ${name} ${nth}`);
          found.push({ kind, name, nth });
        }
      return found;
    },
    { within: root, mark: MARK },
  );
}

/** All that shows beside a control, without figures: clocks run by themselves. */
const shownBeside = (page: Page, mark: string): Promise<string> =>
  page.evaluate(
    ({ attribute, value }) => {
      const own = document.querySelector(`[${attribute}="${CSS.escape(value)}"]`);
      const frame = own?.closest(".ant-select, .ant-input-affix-wrapper, .ant-input-number, label, .udt-filter") ?? own;
      const seen: string[] = [];
      const visit = (node: Node): void => {
        if (node === frame) return;
        if (node.nodeType === Node.TEXT_NODE) seen.push(node.textContent ?? "");
        if (!(node instanceof Element) || !node.checkVisibility()) return;
        if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) seen.push(node.value);
        for (const child of node.childNodes) visit(child);
      };
      for (const child of document.body.childNodes) visit(child);
      return seen.join(" ").replaceAll(/\d+/g, "#").replaceAll(/\s+/g, " ");
    },
    { attribute: MARK, value: mark },
  );

/**
 * Hears what leaves the page: requests that were not made before, files that it gives or asks for. What is asked again by
 * itself is nobody's effect.
 */
class Listener {
  count = 0;
  readonly #seen = new Set<string>();
  readonly #running = new Set<Request>();
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.on("request", this.#onRequest).on("requestfinished", this.#onEnd).on("requestfailed", this.#onEnd);
    page.on("download", this.#onOther).on("filechooser", this.#onOther).on("popup", this.#onOther);
  }

  get isQuiet(): boolean {
    return this.#running.size === 0;
  }

  stop(): void {
    const page = this.#page;
    page.off("request", this.#onRequest).off("requestfinished", this.#onEnd).off("requestfailed", this.#onEnd);
    page.off("download", this.#onOther).off("filechooser", this.#onOther).off("popup", this.#onOther);
  }

  #onRequest = (request: Request): void => {
    if (["fetch", "xhr", "script"].includes(request.resourceType())) this.#running.add(request);
    const key = `${request.method()} ${request.url()} ${request.postData() ?? ""}`;
    if (request.method() === "GET" && this.#seen.has(key)) return;
    this.#seen.add(key);
    this.count++;
  };
  #onEnd = (request: Request): void => void this.#running.delete(request);
  #onOther = (): void => void this.count++;
}

class Walker {
  readonly #page: Page;
  readonly #walk: Walk;
  readonly #root: string;
  readonly #heard: Listener;
  readonly walked: string[] = [];
  readonly faults: string[] = [];
  /** What the form said last; what nobody has touched since still says so. */
  #told: string | undefined;
  /** What was changed since the screen was as at first. */
  #trail: Control[] = [];
  /** Each field that was seen, and what had been changed when it first was. */
  readonly #fields = new Map<string, { control: Control; trail: Control[]; look: number }>();
  #looks = 0;
  #isTrying = false;
  readonly #questions = new Set<string>();

  constructor(page: Page, walk: Walk) {
    this.#page = page;
    this.#walk = walk;
    this.#root = walk.root ?? "main";
    this.#heard = new Listener(page);
  }

  /** Fields first, one upon the other; then what leads away, each from the screen as it is at first. */
  async run(): Promise<void> {
    await this.#page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.#page.route("**/v1/**", this.#keepAsItIs);
    try {
      const others = (await this.#start()).filter(({ kind }) => !FIELDS.includes(kind));
      await this.#walkFields();
      for (const control of others) {
        if (control.kind !== "menu") await this.#fromTheStart(control);
        else for (let item = 0, count = 1; item < count; item++) count = await this.#menuItem(control, item);
      }
    } finally {
      this.#heard.stop();
      await this.#page.unroute("**/v1/**", this.#keepAsItIs);
    }
  }

  /**
   * What a control would change for good must not change what the next one is tried on. That it asks for a change is effect
   * enough. What is asked for without any control being touched is a question, whatever its method.
   */
  #keepAsItIs = (route: Route): Promise<void> => {
    const { pathname } = new URL(route.request().url());
    if (!this.#isTrying) this.#questions.add(pathname);
    const isQuestion = route.request().method() === "GET" || this.#questions.has(pathname);
    return isQuestion ? route.continue() : route.abort();
  };

  async #walkFields(): Promise<void> {
    const done = new Set<string>();
    const isLeft = (control: Control) => FIELDS.includes(control.kind) && !done.has(keyOf(control));
    for (;;) {
      const here = (await this.#look()).filter(isLeft);
      // What was found last is what most changes take away; a choice may take all that shows now.
      const latest = here.toSorted((a, b) => this.#foundAt(b) - this.#foundAt(a));
      let control = latest.find(({ kind }) => kind !== "radio") ?? latest[0];
      if (control === undefined) {
        const hidden = [...this.#fields.values()].find((each) => isLeft(each.control));
        if (hidden === undefined) return;
        control = hidden.control;
        if (!(await this.#follow(hidden.trail, control))) {
          done.add(keyOf(control));
          this.faults.push(`${keyOf(control)} was seen and could not be reached`);
          continue;
        }
      }
      done.add(keyOf(control));
      await this.#try(control, control.kind === "search" ? undefined : this.#walk.told);
      this.#trail.push(control);
      if (this.#walk.told === undefined) await this.#start();
    }
  }

  /** Makes the changes anew that once led to a field. */
  async #follow(trail: readonly Control[], to: Control): Promise<boolean> {
    await this.#start();
    for (const control of trail) {
      await this.#appears(control);
      await this.#change(control);
      this.#trail.push(control);
    }
    return this.#appears(to);
  }

  #appears(control: Control): Promise<boolean> {
    const key = keyOf(control);
    return until(
      key,
      async () => (await this.#look()).some((each) => keyOf(each) === key) || undefined,
      this.#patience,
    ).catch(() => false);
  }

  /** Shows the screen as it is at first, with all that it asks for at first. */
  async #start(): Promise<Control[]> {
    this.#isTrying = false;
    await this.#walk.open();
    await until("the screen's answers", () => Promise.resolve(this.#heard.isQuiet || undefined));
    await this.#page.waitForFunction(() => !document.querySelector(".udt-skeleton, .ant-skeleton"));
    this.#told = undefined;
    this.#trail = [];
    return this.#look();
  }

  async #look(): Promise<Control[]> {
    const here = (await findControls(this.#page, this.#root)).filter((control) => !this.#isSkipped(control));
    const look = ++this.#looks;
    for (const control of here)
      if (FIELDS.includes(control.kind) && !this.#fields.has(keyOf(control)))
        this.#fields.set(keyOf(control), { control, trail: [...this.#trail], look });
    return here;
  }

  #foundAt = (control: Control): number => this.#fields.get(keyOf(control))?.look ?? 0;

  get #patience(): number {
    return this.#walk.patience_ms ?? 15_000;
  }

  #isSkipped = ({ name }: Control): boolean => Object.keys(this.#walk.skip ?? {}).includes(name);

  #at(control: Control): Locator {
    return this.#page.locator(`[${MARK}="${`${control.kind} ${control.name} ${control.nth}`.replaceAll('"', '\\"')}"]`);
  }

  async #fromTheStart(control: Control): Promise<void> {
    await this.#start();
    if (await this.#appears(control)) await this.#try(control, undefined);
    else this.faults.push(`${keyOf(control)} is not there every time`);
  }

  /** Changes one control, and waits for what must come of it. */
  async #try(control: Control, told: Walk["told"]): Promise<void> {
    const page = this.#page;
    const mark = `${control.kind} ${control.name} ${control.nth}`;
    const before = told ? (this.#told ?? (await this.#ask(told))) : await shownBeside(page, mark);
    // What the form told may have come of showing it anew.
    if (told) await this.#appears(control);
    this.#told = undefined;
    const { count } = this.#heard;
    const url = page.url();
    if (control.kind === "button") await setClipboard(page, NOTHING_COPIED);
    const fault = await this.#change(control);
    this.walked.push(keyOf(control));
    if (fault !== undefined) return void this.faults.push(`${keyOf(control)} ${fault}`);
    const isOfAList = control.kind === "search" || control.kind === "filter";
    const hasEffect = async () => {
      if (told) return (this.#told = await this.#ask(told)) !== before;
      if (this.#heard.count > count || (await shownBeside(page, mark)) !== before) return true;
      // An address that keeps what a list was asked for is not yet a list that heeds it.
      if (!isOfAList && page.url() !== url) return true;
      return control.kind === "button" && (await clipboardOf(page)) !== NOTHING_COPIED;
    };
    const end = Date.now() + this.#patience;
    while (!(await hasEffect().catch(isBetweenPages)))
      if (Date.now() > end) return void this.faults.push(`${keyOf(control)} changes nothing`);
  }

  async #menuItem(control: Control, item: number): Promise<number> {
    await this.#start();
    if (!(await this.#appears(control))) {
      this.faults.push(`${keyOf(control)} is not there every time`);
      return 0;
    }
    const items = this.#page.locator(MENU);
    await this.#at(control).click({ timeout: this.#patience });
    await items.first().waitFor();
    const count = await items.count();
    const name = `${control.name}: ${await items.nth(item).innerText()}`;
    if (this.#isSkipped({ ...control, name })) return count;
    await items
      .nth(item)
      .evaluate((element, [attribute, value]) => element.setAttribute(attribute!, value!), [MARK, `button ${name} 0`]);
    await this.#try({ kind: "button", name, nth: 0 }, undefined);
    return count;
  }

  /** What is wrong with a control that cannot be changed. One that was drawn anew in the meantime is looked for once more. */
  async #change(control: Control): Promise<string | undefined> {
    this.#isTrying = true;
    try {
      return await this.#act(control).catch(async (error: unknown) => {
        if (!(error instanceof errors.TimeoutError)) throw error;
        await this.#look();
        return this.#act(control);
      });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      return `cannot be used: ${error.message.split("\n", 1)[0]}`;
    }
  }

  #ask(told: NonNullable<Walk["told"]>): Promise<string> {
    this.#isTrying = false;
    return told();
  }

  async #act(control: Control): Promise<string | undefined> {
    const at = this.#at(control);
    const soon = { timeout: this.#patience };
    const sample = this.#walk.samples?.[control.name];
    switch (control.kind) {
      case "search":
      case "text": {
        const value = await at.inputValue(soon);
        const isTime = (await at.getAttribute("type", soon)) === "time";
        await at.fill(sample ?? (isTime ? "11:45" : `${value}x`), soon);
        return undefined;
      }
      case "number": {
        const now = Number((await at.inputValue(soon)).replaceAll(/[^\d.-]/g, "") || "0");
        const max = Number((await at.getAttribute("aria-valuemax", soon)) ?? Infinity);
        await at.fill(sample ?? String(now + 1 <= max ? now + 1 : now - 1), soon);
        await at.blur(soon);
        return undefined;
      }
      case "check":
      case "radio":
        await at.evaluate((element) => (element.closest("label") ?? (element as HTMLElement)).click(), undefined, soon);
        return undefined;
      case "select": {
        await at.click(soon);
        if (sample !== undefined) {
          await at.fill(sample, soon);
          await at.press("Enter", soon);
          return undefined;
        }
        const option = this.#page.locator(`.ant-select-dropdown:not(.ant-select-dropdown-hidden) ${OPTION}`).first();
        const isOffered = await option.waitFor(soon).then(
          () => true,
          () => false,
        );
        if (!isOffered) return "offers nothing to choose";
        await option.click(soon);
        // Closes what offers many; Escape would close the drawer around it too.
        await at.blur(soon);
        return undefined;
      }
      case "filter": {
        await at.click(soon);
        const items = this.#page.locator(MENU);
        await items.last().click(soon);
        return undefined;
      }
      case "download": {
        const begun = this.#page.waitForEvent("download", soon);
        const [download] = await Promise.all([begun.catch(() => undefined), at.click(soon)]);
        if (download === undefined) return "downloads nothing";
        const failure = await download.failure();
        return failure === null ? undefined : `downloads nothing: ${failure}`;
      }
      default:
        await at.click(soon);
        return undefined;
    }
  }
}

const NOTHING_COPIED = "nothing was copied";
/** Only where the page itself could use it. */
const setClipboard = (page: Page, text: string): Promise<void> =>
  page.evaluate((words) => navigator.clipboard?.writeText(words), text);
const clipboardOf = (page: Page): Promise<string> =>
  page.evaluate((none) => navigator.clipboard?.readText() ?? none, NOTHING_COPIED);

/** A page that is being left cannot be asked, and is none that stays as it was. */
const isBetweenPages = (error: unknown): boolean => {
  if (error instanceof Error && /context was destroyed|navigation/i.test(error.message)) return true;
  throw error;
};

/** Walks a screen's controls. Answers which were changed, and what is wrong with those that have no effect. */
export async function walkControls(page: Page, walk: Walk): Promise<{ walked: string[]; faults: string[] }> {
  const walker = new Walker(page, walk);
  await walker.run();
  return { walked: walker.walked, faults: walker.faults };
}
