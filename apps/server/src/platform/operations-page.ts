/** Where an operator reads what to do: what stops a start or a command names its section of docs/operations.md. */
export const OPERATIONS_SECTIONS = ["Moving to PostgreSQL", "Upgrading"] as const;

export const see = (section: (typeof OPERATIONS_SECTIONS)[number]): string => `See "${section}" in docs/operations.md.`;
