/** The file that is open in the script editor, for parts of other features that write into it. */

/** Counted from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

/** Puts a text in the place of what lies between. */
export interface TextEdit {
  start: TextPlace;
  end: TextPlace;
  text: string;
}

export interface OpenFile {
  path: string;
  /** Its text as it is now, and what of it is selected: both ends are the caret where nothing is. */
  read(): { text: string; start: TextPlace; end: TextPlace };
  /**
   * Does an edit, as one that can be undone, and puts the caret behind it.
   * @returns what takes it back, unless the text was changed since; and whether it did
   */
  put(edit: TextEdit): () => boolean;
  /** A field of a form waits for what names an element, and takes that in the place of the text; undefined: none does. */
  take?: TakesLocator | undefined;
}

/** @param others whatever else means the same element alone, the most robust first */
export type TakesLocator = (locator: string, others: readonly string[]) => void;

/** The device of a debug session that stands beside the editor, and takes what its reader does. */
export interface PhoneTarget {
  project: string;
  test_id: string;
  device_id: string;
}

/** What a part that stands beside the editor is given. */
export interface BesideEditor {
  /** Undefined while no text is open. */
  file: OpenFile | undefined;
  /** Why this reader may not write, in their language. */
  refusal: string | undefined;
  /** Told of the phone while scripts can be run on it. */
  onPhone: (phone: PhoneTarget | undefined) => void;
  onClose: () => void;
}
