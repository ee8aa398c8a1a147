/** A text with what keeps it apart from what follows on its line: a space, but none after full-width punctuation, which has its room. */
export const withGap = (text: string): string => (/[：。，、；！？）」”]$/u.test(text) ? text : `${text} `);
