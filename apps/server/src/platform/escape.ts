/** Text for XML, between tags and in attributes in double quotes. */
export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Text for HTML, between tags and in attributes in either quotes. */
export const escapeHtml = (text: string): string => escapeXml(text).replaceAll("'", "&#39;");
