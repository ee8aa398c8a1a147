/** What people call a run: its job's name, and its number in the project. */
export const numbered = ({ job_name, run_number }: { job_name: string; run_number: number }): string =>
  `${job_name} #${run_number}`;
