/** Random bytes as hexadecimal digits. Unlike `crypto.randomUUID`, also where a page came by plain http. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
