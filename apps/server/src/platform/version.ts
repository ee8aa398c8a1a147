/** Of the server, as `/healthz` and backups tell it. */
export const VERSION = "0.1.0";
