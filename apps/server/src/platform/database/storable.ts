/** What PostgreSQL keeps of a text from outside: its texts and documents know neither NUL nor half a character. */
export const storable = (said: string): string => said.toWellFormed().replaceAll("\0", "\uFFFD");
