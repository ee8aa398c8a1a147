import type { Channel } from "@udt/contract";
import type { Owner } from "../use-notifications.ts";
import type { ChannelField, ChannelValues } from "./channel-values.ts";

/** What each group of a channel's fields gets. */
export interface ChannelFieldsProps {
  owner: Owner;
  values: ChannelValues;
  /** The channel that is changed; undefined for a new one. */
  channel: Channel | undefined;
  errorOf: (field: ChannelField) => string | undefined;
  onChange: (change: Partial<ChannelValues>) => void;
}
