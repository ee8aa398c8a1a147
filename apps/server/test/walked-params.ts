/** What parameters of a path must look like so that a call gets past their shape; any word will do for the others. */
export const WALKED_PARAMS: Readonly<Record<string, string>> = {
  chunk: "1",
  stream: "screen",
  case_run_id: "1",
  run_number: "1",
  number: "1",
  device_seq: "0",
  file_no: "0",
  tool: "vmmap",
  commit_id: "0".repeat(40),
};
