/** The names of a pasted list: separated by semicolons (also full-width ones) or line breaks, each once, in order. */
export function splitNames(text: string): string[] {
  const names = new Map<string, string>();
  for (const part of text.split(/[;；\n\r]+/u)) {
    const name = part.trim();
    if (name !== "" && !names.has(fold(name))) names.set(fold(name), name);
  }
  return [...names.values()];
}

const fold = (name: string): string => name.normalize("NFC").toLowerCase();

/** The one person that a pasted name means: whose email or nickname it is, as a whole. */
export function personNamed<Person extends { user_name: string; email: string }>(
  name: string,
  people: readonly Person[],
): Person | undefined {
  const wanted = fold(name);
  return (
    people.find(({ email }) => fold(email) === wanted) ?? people.find(({ user_name }) => fold(user_name) === wanted)
  );
}
