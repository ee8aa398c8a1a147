/** One or two letters that stand for a name in any script. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/)
    .filter(Boolean);
  const first = [...(words[0] ?? "?")];
  const second = [...(words[1] ?? "")];
  return `${first[0]}${second[0] ?? ""}`.toUpperCase();
}
