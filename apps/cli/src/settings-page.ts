/** What a wrong setting's sentence ends with: where all of them are told. */
export const SEE_SETTINGS = 'See "Settings" in docs/operations.md.';
