/** An address without the slashes at its end. Those within it are passed over once, so that many of them cost no time. */
export const withoutTrailingSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, "");
