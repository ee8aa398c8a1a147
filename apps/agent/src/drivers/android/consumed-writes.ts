import { Consumable } from "@yume-chan/stream-extra";

/**
 * The library looks at what became of a chunk only once its write went well. Of a write that was under way as its socket closed
 * both are refused, and nobody would have heard of the one (`ConsumableWritableStream.write` of 2.6.1).
 */
Consumable.WritableStream.write = async (writer, value) => {
  const chunk = new Consumable(value);
  await Promise.all([writer.write(chunk), chunk.consumed]);
};
