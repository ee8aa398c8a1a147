/** Document 2 §5's rules of case libraries and credentials. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { characters, rule } from "./rules.ts";
import { id, text } from "./shapes.ts";

export const libraryName = text(LIMITS.name_max * 4)
  .trim()
  .refine((value) => value !== "", rule("library_name_required"))
  .refine((value) => characters(value) <= LIMITS.name_max, rule("library_name_length"));

/** An address that starts with http and ends with .git, as document 2 has it. Who signs in is told apart from it: an address is shown, logged and copied. */
export const repositoryUrl = text(LIMITS.repository_url_max)
  .trim()
  .refine((value) => value !== "", rule("repository_url_required"))
  .refine((value) => /^https?:\/\/.+\.git$/i.test(value) && isPlain(value), rule("repository_url_format"))
  .refine((value) => !hasSecret(value), rule("repository_url_secret"));

const isPlain = (value: string): boolean => !/\s/.test(value) && URL.canParse(value) && !/[?#]/.test(value);
const hasSecret = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== "" || password !== "";
};

/** Empty: the repository's own default. Otherwise git's rules: https://git-scm.com/docs/git-check-ref-format */
export const branchName = text(LIMITS.branch_max)
  .trim()
  .refine(
    (value) =>
      value === "" ||
      (!/^[-/.@]|[/.]$|\.\.|\/\/|\/\.|@\{|\.lock(\/|$)/.test(value) &&
        // eslint-disable-next-line no-control-regex -- git refuses them in names
        !/[\u0000-\u0020\u007f~^:?*[\\]/.test(value)),
    rule("branch_format"),
  );

/** As hosts make them: visible ASCII characters without blanks. */
export const accessToken = text(LIMITS.access_token_max)
  .trim()
  .refine((value) => value !== "", rule("access_token_required"))
  .refine((value) => /^[\u0021-\u007e]*$/.test(value), rule("access_token_format"));

export const credentialName = text(LIMITS.name_max * 4)
  .trim()
  .refine((value) => {
    const count = characters(value);
    return count >= LIMITS.credential_name_min && count <= LIMITS.credential_name_max;
  }, rule("credential_name_length"));
/** Both go into one header with a colon between, and so the first must have none. */
export const credentialUsername = text(LIMITS.credential_username_max)
  .trim()
  .refine((value) => value !== "", rule("credential_username_required"))
  .refine((value) => !/[:\p{Cc}]/u.test(value), rule("credential_username_format"));
export const credentialPassword = text(LIMITS.access_token_max)
  .refine((value) => value !== "", rule("credential_password_required"))
  .refine((value) => !/\p{Cc}/u.test(value), rule("credential_password_format"));

/** How a repository lets its reader in. */
export const repositoryAuth = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("token"), token: accessToken }),
  z.object({ kind: z.literal("credential"), credential_id: id }),
]);
export type RepositoryAuth = z.output<typeof repositoryAuth>;
