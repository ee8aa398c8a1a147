/** Who acts on the phone: the shell of adb, or an app. */

export const SHELL_UID = 2000;
const FIRST_APP_UID = 10_000;

/** What Android calls the user that an app is. */
export const userOf = (uid: number): string => `u0_a${uid - FIRST_APP_UID}`;
