/** How a refusal is known: see `ERRORS`. */
export interface ErrorRow {
  ret: number;
  status: number;
  message: string;
}

export const row = (ret: number, status: number, message: string): ErrorRow => ({ ret, status, message });
