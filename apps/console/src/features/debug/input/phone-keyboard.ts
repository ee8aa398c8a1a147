import { createStore, type Store } from "../../../lib/streams/store.ts";

/**
 * Whether the keyboard goes to the phone: the focus is in the text area over its picture. Every key is the phone's then, Tab and
 * Esc too, so there is one combination that leaves, and a button that does the same.
 */
export class PhoneKeyboard {
  readonly isOn: Store<boolean> = createStore(false);
  #area: HTMLElement | undefined;
  #exit: (() => HTMLElement | null | undefined) | undefined;

  /** The text area that takes the keys, for as long as it shows. */
  attach(area: HTMLElement): () => void {
    const changed = () => this.isOn.set(document.activeElement === area);
    this.#area = area;
    area.addEventListener("focus", changed);
    area.addEventListener("blur", changed);
    return () => {
      area.removeEventListener("focus", changed);
      area.removeEventListener("blur", changed);
      this.#area = undefined;
      this.isOn.set(false);
    };
  }

  /** Where the focus goes for who leaves the phone; without it, to what comes after the phone. */
  leadsTo(exit: () => HTMLElement | null | undefined): () => void {
    this.#exit = exit;
    return () => {
      this.#exit = undefined;
    };
  }

  take(): void {
    this.#area?.focus({ preventScroll: true });
  }

  leave(): void {
    this.#area?.blur();
    this.#exit?.()?.focus({ preventScroll: true });
  }

  toggle(): void {
    if (this.isOn.get()) this.leave();
    else this.take();
  }
}

/** On any layout, with Alt. */
export const KEYBOARD_KEY = "KeyK";
/** The same, as people read it. */
export const KEYBOARD_WORD = "Alt+K";
