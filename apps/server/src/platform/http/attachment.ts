/** `Content-Disposition` of a file, by whatever name (RFC 6266, RFC 8187). */
export function disposition(kind: "attachment" | "inline", name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}
