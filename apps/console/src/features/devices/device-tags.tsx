import { TagsOutlined } from "@ant-design/icons";
import type { Device } from "@udt/contract";
import { Link } from "react-router";
import { deviceName } from "../../lib/device-name/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { inRow } from "../../lib/format/index.ts";

/** Names of so many characters together, the device's among them, have room in a row; tags that do not are counted. */
const ROOM = 23;

/** The first of the tags, as far as they can be read in a row beside so many characters. */
function readable(tags: Device["tags"], beside: number): Device["tags"] {
  let length = beside;
  return tags.filter(({ name }) => (length += name.length + 2) <= ROOM);
}

/** The tags of a device, as far as a row has room; all of them to whoever points at it. */
export function TagChips({ device }: { device: Device }) {
  const t = useT("devices");
  const { tags } = device;
  if (tags.length === 0) return null;
  const names = inRow(tags.map(({ name }) => name));
  const shown = readable(tags, deviceName(device).length);
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
          {shown.length > 0 ? "+" : <TagsOutlined />}
          {rest}
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
