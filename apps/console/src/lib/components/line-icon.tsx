import type { ReactNode } from "react";

/** Makes line icons of one look, in the text's colour: so large where nothing else is said, on a grid of so many units. */
export const lineIcons = (look: { size: number; grid: number; stroke: number }) => (children: ReactNode) =>
  function Icon({ size = look.size }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox={`0 0 ${look.grid} ${look.grid}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={look.stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {children}
      </svg>
    );
  };
