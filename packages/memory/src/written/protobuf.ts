/** Fields of protocol buffers as they lie in a file: numbers, and bytes with their length. */
const VARINT = 0;
const LENGTH = 2;
const SEVEN_BITS = 0x80;

/** Below 2^53 without a bigint, which is many times slower. */
function varint(number: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = number;
  while (rest >= SEVEN_BITS) {
    const low = typeof rest === "bigint" ? Number(rest & 0x7fn) : rest % SEVEN_BITS;
    bytes.push(low + SEVEN_BITS);
    rest = typeof rest === "bigint" ? rest >> 7n : Math.floor(rest / SEVEN_BITS);
  }
  return [...bytes, Number(rest)];
}

export const numberField = (field: number, number: number | bigint): Uint8Array =>
  Uint8Array.from([...varint(field * 8 + VARINT), ...varint(number)]);

export const bytesField = (field: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Uint8Array.from([...varint(field * 8 + LENGTH), ...varint(length)]), ...parts]);
};

/** A list of numbers, one after the other. */
export const numbersField = (field: number, numbers: readonly number[]): Uint8Array =>
  bytesField(field, Uint8Array.from(numbers.flatMap(varint)));
