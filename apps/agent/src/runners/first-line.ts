/** The first line that says anything, for lists. */
export const firstLine = (text: string): string => text.trimStart().split("\n", 1)[0]!.trim();
