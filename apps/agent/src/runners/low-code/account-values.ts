import type { Said } from "@udt/base";
import type { Element } from "@udt/contract";
import type { Scope } from "@udt/low-code";

/** Shorter values are in words that have nothing to do with the account; the password is no matter of length. */
const HIDDEN_MIN_CHARS = 4;
const PASSWORD = "account.password";
const NAMED = /(\$\{account\.[A-Za-z]\w*\})/;

/** Of a text in pieces, the same with names in the place of values. */
export interface Hiding {
  next(piece: string): string;
  /** What is left of it. */
  end(): string;
}

/** What a run's account says, as far as its reports are not to: an app shows on the screen what was typed into it. */
export class AccountValues {
  /** The longest first: one may be a part of another. */
  readonly #hidden: readonly { value: string; name: string }[];

  /** @param account values by `account.` and the field's name */
  constructor(account: Scope) {
    this.#hidden = [...account]
      .filter(([name, value]) => value !== "" && (name === PASSWORD || value.length >= HIDDEN_MIN_CHARS))
      .map(([name, value]) => ({ value, name: `\${${name}}` }))
      .toSorted((one, other) => other.value.length - one.value.length);
  }

  /** The text with `${account.NAME}` in the place of each value. */
  hide(text: string): string {
    // A name of a value may hold another value: it stays as it is.
    return text
      .split(NAMED)
      .map((part, at) => (at % 2 === 1 ? part : this.#hideFrom(0, part)))
      .join("");
  }

  /** Hides in what comes piece by piece: what may be the beginning of a value waits for the next piece, or the end. */
  hiding(): Hiding {
    let held = "";
    return {
      next: (piece) => {
        const text = held + piece;
        const end = this.#openAt(text);
        held = text.slice(end);
        return this.hide(text.slice(0, end));
      },
      end: () => this.hide(held),
    };
  }

  /** The same of what an element says. Texts are cut when they are told, and a cut may leave a part of a value: this goes before. */
  hideIn(element: Element): Element {
    const { text, description, resource_id, class_name } = element;
    return {
      ...element,
      text: this.hide(text),
      description: this.hide(description),
      resource_id: this.hide(resource_id),
      class_name: this.hide(class_name),
    };
  }

  /** The same of all that is said of a failure. */
  hideInSaid({ code, args, evidence, more }: Said): Said {
    return {
      code,
      args: this.#hideInArgs(args),
      evidence: this.hide(evidence),
      ...(more && { more: more.map((part) => ({ ...part, args: this.#hideInArgs(part.args) })) }),
    };
  }

  /** Whether some text in it holds a value. */
  isIn(words: object): boolean {
    return Object.values(words).some((word: unknown) =>
      typeof word === "string"
        ? this.hide(word) !== word
        : typeof word === "object" && word !== null && this.isIn(word),
    );
  }

  /** Where at the text's end a value may have begun; its length where none has. */
  #openAt(text: string): number {
    for (let at = 0; at < text.length;) {
      const left = text.length - at;
      if (this.#hidden.some(({ value }) => value.length > left && value.startsWith(text.slice(at)))) return at;
      at += this.#hidden.find(({ value }) => text.startsWith(value, at))?.value.length ?? 1;
    }
    return text.length;
  }

  #hideInArgs(args: Said["args"]): Said["args"] {
    const hidden = Object.entries(args).map(([name, arg]) => [name, typeof arg === "string" ? this.hide(arg) : arg]);
    return Object.fromEntries(hidden) as Said["args"];
  }

  #hideFrom(at: number, text: string): string {
    const first = this.#hidden[at];
    if (!first) return text;
    return text
      .split(first.value)
      .map((part) => this.#hideFrom(at + 1, part))
      .join(first.name);
  }
}
