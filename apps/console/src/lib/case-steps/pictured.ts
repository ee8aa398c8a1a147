import type { CaseDetail } from "@udt/contract";

/** A step's pictures, by their addresses; where one is both, the step changed nothing that shows. */
export interface Pictured {
  step: CaseDetail["steps"][number];
  /** Which of the case's steps it is, from 1. */
  number: number;
  before: string | undefined;
  after: string | undefined;
}

export interface ViewerProps {
  list: readonly Pictured[];
  /** Which of the list shows. */
  at: number;
  onGo: (at: number) => void;
  onClose: () => void;
}
