import { baseUrl } from "../api/api.ts";
import { isThisComputer } from "../api/this-computer.ts";
import { Command } from "../components/index.ts";
import { useT } from "../i18n/index.ts";

interface AgentCommandProps {
  /** Left out where it is not known: a word stands in its place. */
  token?: string | undefined;
  /** What is to be done first. */
  before?: string;
}

/** What starts an agent in a clone of UDT: it installs what it needs the first time, and after each change. */
export function AgentCommand({ token = "TOKEN", before = "" }: AgentCommandProps) {
  const t = useT("agents");
  const { hostname } = new URL(baseUrl);
  return (
    <>
      <Command text={`${before}npm run agent -- --server ${baseUrl} --token ${token}`} />
      {isThisComputer(hostname) && <span className="udt-secondary">{t("this_computer", { hostname })}</span>}
    </>
  );
}
