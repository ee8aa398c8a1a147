import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import {
  ALERT_DELIVERY_EVENTS,
  LIMITS,
  type BodyInputOf,
  type Channel,
  type ChannelKind,
  type DeliveryEvent,
  type DeliveryState,
  type Trigger,
  type TriggerEvent,
} from "@udt/contract";
import { alertEndpoints } from "@udt/contract/endpoints/alerts";
import { jobEndpoints } from "@udt/contract/endpoints/jobs";
import { notificationEndpoints } from "@udt/contract/endpoints/notifications";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

interface Page {
  page_num: number;
  page_size: number;
}
/** Whose channels: a project's by its id, or with null those of the installation, which alerts go to. */
export type Owner = string | null;
export type ChannelWish = BodyInputOf<typeof notificationEndpoints.channelCreate>;
export type TriggerWish = BodyInputOf<typeof notificationEndpoints.triggerCreate>;

/** Kinds that alerts have; by the clock none of them goes. */
const alertKind = (kind: ChannelKind | undefined) => (kind === "scheduled" ? undefined : kind);

export const useChannels = (owner: Owner, filters: Page & { keyword: string; kind: ChannelKind | undefined }) =>
  useQuery({
    ...(owner === null
      ? queryOf(alertEndpoints.alertChannelList, { query: { ...filters, kind: alertKind(filters.kind) } })
      : queryOf(notificationEndpoints.channelList, { query: { project: owner }, body: filters })),
    placeholderData: keepPreviousData,
  });

/** Every channel, to choose from: there are no more of them than one page holds. */
export const useAllChannels = (owner: Owner) =>
  useChannels(owner, { keyword: "", kind: undefined, page_num: 1, page_size: LIMITS.notification_channels_max });

export const useTriggers = (project: string, filters: Page & { event: TriggerEvent | undefined }) =>
  useQuery({
    ...queryOf(notificationEndpoints.triggerList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

export interface DeliveryFilters extends Page {
  keyword: string;
  channel_id: string | undefined;
  state: DeliveryState | undefined;
  event: DeliveryEvent | undefined;
}

const isOfAlerts = (event: DeliveryEvent): event is (typeof ALERT_DELIVERY_EVENTS)[number] =>
  (ALERT_DELIVERY_EVENTS as readonly DeliveryEvent[]).includes(event);

export function useDeliveries(owner: Owner, filters: DeliveryFilters) {
  const event = filters.event !== undefined && isOfAlerts(filters.event) ? filters.event : undefined;
  return useQuery({
    ...(owner === null
      ? queryOf(alertEndpoints.alertDeliveryList, { query: { ...filters, event } })
      : queryOf(notificationEndpoints.deliveryList, { query: { project: owner, ...filters } })),
    placeholderData: keepPreviousData,
  });
}

export const useJobs = (project: string, keyword: string) =>
  useQuery({
    ...queryOf(jobEndpoints.jobList, { query: { project, keyword } }),
    placeholderData: keepPreviousData,
  });

/** Lists, counts and last deliveries all follow from one another. */
function useAfterChange(owner: Owner) {
  const stale = useStale();
  return () =>
    owner === null
      ? stale(["alertChannelList", "alertDeliveryList"])
      : stale(["channelList", "triggerList", "deliveryList"], owner);
}

/** A channel of alerts has no clock, and no test whose success could be measured. */
const alertWish = ({ kind, target = "email", ...wish }: ChannelWish) => ({
  ...wish,
  kind: kind === "scheduled" ? target : kind,
  threshold: null,
  schedule: null,
});

export function useSaveChannel(owner: Owner, channel: Channel | undefined) {
  const onSuccess = useAfterChange(owner);
  return useMutation({
    mutationFn: (body: ChannelWish) => {
      if (owner === null) {
        return channel
          ? api.call(alertEndpoints.alertChannelUpdate, { params: { id: channel.id }, body: alertWish(body) })
          : api.call(alertEndpoints.alertChannelCreate, { body: alertWish(body) });
      }
      const query = { project: owner };
      return channel
        ? api.call(notificationEndpoints.channelUpdate, { query, params: { id: channel.id }, body })
        : api.call(notificationEndpoints.channelCreate, { query, body });
    },
    onSuccess,
  });
}

export function useDeleteChannel(owner: Owner) {
  const onSettled = useAfterChange(owner);
  return useMutation({
    mutationFn: (id: string) =>
      owner === null
        ? api.call(alertEndpoints.alertChannelDelete, { params: { id } })
        : api.call(notificationEndpoints.channelDelete, { query: { project: owner }, params: { id } }),
    onSettled,
  });
}

export function useTestChannel(owner: Owner) {
  const onSettled = useAfterChange(owner);
  return useMutation({
    mutationFn: ({ id }: Channel) =>
      owner === null
        ? api.call(alertEndpoints.alertChannelTest, { params: { id } })
        : api.call(notificationEndpoints.channelTest, { query: { project: owner }, params: { id } }),
    onSettled,
  });
}

export function useSaveTrigger(project: string, trigger: Trigger | undefined) {
  const onSuccess = useAfterChange(project);
  return useMutation({
    mutationFn: (body: TriggerWish) =>
      trigger
        ? api.call(notificationEndpoints.triggerUpdate, { query: { project }, params: { id: trigger.id }, body })
        : api.call(notificationEndpoints.triggerCreate, { query: { project }, body }),
    onSuccess,
  });
}

export function useDeleteTrigger(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: (id: string) => api.call(notificationEndpoints.triggerDelete, { query: { project }, params: { id } }),
    onSettled,
  });
}

export function useRetryDelivery(owner: Owner) {
  const onSettled = useAfterChange(owner);
  return useMutation({
    mutationFn: (delivery_id: string) =>
      owner === null
        ? api.call(alertEndpoints.alertDeliveryRetry, { params: { delivery_id } })
        : api.call(notificationEndpoints.deliveryRetry, { query: { project: owner }, params: { delivery_id } }),
    onSettled,
  });
}
