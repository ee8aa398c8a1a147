import { useFormat } from "../../lib/format/index.ts";

/** How many bytes more or fewer. */
export function Delta({ bytes }: { bytes: number }) {
  const format = useFormat();
  const sign = bytes > 0 ? "+" : bytes < 0 ? "−" : "";
  return (
    <span className="memory-delta udt-num" data-way={bytes > 0 ? "up" : bytes < 0 ? "down" : undefined}>
      {sign}
      {format.bytes(Math.abs(bytes))}
    </span>
  );
}
