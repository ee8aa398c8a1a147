/** Pieces as one; a piece that is alone is not copied. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : new Uint8Array(Buffer.concat(parts));
}
