import type { Device } from "@udt/contract";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { inRow } from "../../lib/format/index.ts";

/** Names of so many characters together have room beside a device's; what does not is counted. */
const ROOM = 14;

/** The first of the tags, as far as they can be read in a row. */
function readable(tags: Device["tags"]): Device["tags"] {
  let length = 0;
  return tags.filter(({ name }, index) => (length += name.length) <= ROOM || index === 0);
}

/** The tags of a device, as far as a row has room; all of them to whoever points at it. */
export function TagChips({ tags }: { tags: Device["tags"] }) {
  const t = useT("devices");
  if (tags.length === 0) return null;
  const names = inRow(tags.map(({ name }) => name));
  const shown = readable(tags);
  const rest = tags.length - shown.length;
  return (
    <span className="devices-tags" title={names}>
      <span className="udt-hidden">{t("tags.of", { names })}</span>
      {shown.map(({ tag_id, name }) => (
        <span key={tag_id} className="devices-tag" aria-hidden data-literal>
          {name}
        </span>
      ))}
      {rest > 0 && (
        <span className="devices-tag devices-tags-rest" aria-hidden>
          +{rest}
        </span>
      )}
    </span>
  );
}

/** All tags of a device, each leading to the devices that have it, too. */
export function TagLinks({ project, tags }: { project: string; tags: Device["tags"] }) {
  const t = useT("devices");
  if (tags.length === 0) return null;
  return (
    <nav className="devices-tags devices-drawer-tags" aria-label={t("tags.title")}>
      {tags.map(({ tag_id, name }) => (
        <Link key={tag_id} className="devices-tag" to={paths.devicesWith(project, tag_id)} data-literal>
          {name}
        </Link>
      ))}
    </nav>
  );
}
