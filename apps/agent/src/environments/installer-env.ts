/**
 * What of the agent's environment installers get: where programs and folders are, the language, proxies, certificates, and the
 * operator's own settings of pip and npm. Everything else may be a secret of whoever started the agent, and what installers say is
 * shown to members.
 */
const PLACES = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP", "NETRC"];
const CACHES = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME"];
const NETWORK = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];
const CERTIFICATES = ["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"];
/** Windows starts nothing without these. */
const WINDOWS = ["SYSTEMROOT", "COMSPEC", "PATHEXT", "APPDATA", "LOCALAPPDATA", "USERPROFILE"];
const GIVEN: ReadonlySet<string> = new Set([...PLACES, ...CACHES, ...NETWORK, ...CERTIFICATES, ...WINDOWS]);
const GIVEN_PREFIXES = ["LC_", "PIP_", "NPM_CONFIG_"];

export function installerEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      const upper = name.toUpperCase();
      return GIVEN.has(upper) || GIVEN_PREFIXES.some((prefix) => upper.startsWith(prefix));
    }),
  );
}
