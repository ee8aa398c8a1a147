import { UNSEEN } from "@udt/base";
import { APP_KINDS, UdtError, type AppKind, type Said, say } from "@udt/contract";

/**
 * The name is only shown: no path is ever made from it.
 * @throws UdtError upload_file_name
 */
export function checkFileName(file_name: string): void {
  const refuse = (rule: Said): never => refuseName(file_name, rule);
  if (!file_name.isWellFormed() || UNSEEN.test(file_name)) refuse(say("file_name_unseen"));
  if (/[/\\]/.test(file_name) || file_name === "." || file_name === "..") refuse(say("file_name_path"));
}

function refuseName(file_name: string, rule: Said): never {
  // A name with such characters would spoil the very message that refuses it.
  const shown = Array.from(file_name.toWellFormed(), (char) => (UNSEEN.test(char) ? "\ufffd" : char)).join("");
  throw new UdtError("upload_file_name", { file_name: shown, rule });
}

/**
 * Document 2's rules for the name of a package.
 * @throws UdtError upload_file_name, upload_wrong_type
 */
export function checkPackageName(file_name: string): void {
  checkFileName(file_name);
  if (/\s/u.test(file_name)) refuseName(file_name, say("file_name_spaces"));
  if (!APP_KINDS.some((kind) => isNamed(file_name, kind))) throw new UdtError("upload_wrong_type", { file_name });
}

/** Refuses a package that is another kind than its name says. @throws UdtError app_unsupported */
export function checkKind(file_name: string, kind: AppKind): void {
  if (isNamed(file_name, kind)) return;
  throw new UdtError("app_unsupported", { reason: say("package_other_kind", { kind }) });
}

const isNamed = (file_name: string, kind: AppKind): boolean =>
  file_name.length > kind.length + 1 && file_name.toLowerCase().endsWith(`.${kind}`);
