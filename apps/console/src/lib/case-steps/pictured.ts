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

type Places = CaseDetail["steps"][number]["picture_places"];

/** On which of a step's pictures the places are that are like its picture: where it found one, as it was before; else as it was at last. */
export function placesOf({ step, before, after }: Pictured): { before?: Places; after?: Places } {
  const { found_by, picture_places } = step;
  return (found_by && before !== undefined) || after === undefined || after === before
    ? { before: picture_places }
    : { after: picture_places };
}
