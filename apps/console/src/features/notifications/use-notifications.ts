import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ENDPOINTS,
  LIMITS,
  type BodyInputOf,
  type Channel,
  type ChannelKind,
  type DeliveryEvent,
  type DeliveryState,
  type Trigger,
  type TriggerEvent,
} from "@udt/contract";
import { api } from "../../lib/api/api.ts";

interface Page {
  page_num: number;
  page_size: number;
}
export type ChannelWish = BodyInputOf<typeof ENDPOINTS.channelCreate>;
export type TriggerWish = BodyInputOf<typeof ENDPOINTS.triggerCreate>;

export const useChannels = (project: string, filters: Page & { keyword: string; kind: ChannelKind | undefined }) =>
  useQuery({
    queryKey: ["channelList", project, filters],
    queryFn: ({ signal }) => api.call(ENDPOINTS.channelList, { query: { project }, body: filters, signal }),
    placeholderData: keepPreviousData,
  });

/** Every channel, to choose from: a project has no more of them than one page holds. */
export const useAllChannels = (project: string) =>
  useChannels(project, { keyword: "", kind: undefined, page_num: 1, page_size: LIMITS.notification_channels_max });

export const useTriggers = (project: string, filters: Page & { event: TriggerEvent | undefined }) =>
  useQuery({
    queryKey: ["triggerList", project, filters],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.triggerList, { query: { project, buss_type: "gce", ...filters }, signal }),
    placeholderData: keepPreviousData,
  });

export interface DeliveryFilters extends Page {
  keyword: string;
  channel_id: string | undefined;
  state: DeliveryState | undefined;
  event: DeliveryEvent | undefined;
}

export const useDeliveries = (project: string, filters: DeliveryFilters) =>
  useQuery({
    queryKey: ["deliveryList", project, filters],
    queryFn: ({ signal }) => api.call(ENDPOINTS.deliveryList, { query: { project, ...filters }, signal }),
    placeholderData: keepPreviousData,
  });

export const useJobs = (project: string, keyword: string) =>
  useQuery({
    queryKey: ["jobList", project, { keyword }],
    queryFn: ({ signal }) => api.call(ENDPOINTS.jobList, { query: { project, keyword }, signal }),
    placeholderData: keepPreviousData,
  });

/** Lists, counts and last deliveries all follow from one another. */
function useAfterChange(project: string) {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[1] === project && ["channelList", "triggerList", "deliveryList"].includes(String(queryKey[0])),
    });
}

export function useSaveChannel(project: string, channel: Channel | undefined) {
  const onSuccess = useAfterChange(project);
  return useMutation({
    mutationFn: (body: ChannelWish) =>
      channel
        ? api.call(ENDPOINTS.channelUpdate, { query: { project }, params: { id: channel.id }, body })
        : api.call(ENDPOINTS.channelCreate, { query: { project }, body }),
    onSuccess,
  });
}

export function useDeleteChannel(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: (id: string) => api.call(ENDPOINTS.channelDelete, { query: { project }, params: { id } }),
    onSettled,
  });
}

export function useTestChannel(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: ({ id }: Channel) => api.call(ENDPOINTS.channelTest, { query: { project }, params: { id } }),
    onSettled,
  });
}

export function useSaveTrigger(project: string, trigger: Trigger | undefined) {
  const onSuccess = useAfterChange(project);
  return useMutation({
    mutationFn: (body: TriggerWish) =>
      trigger
        ? api.call(ENDPOINTS.triggerUpdate, { query: { project }, params: { id: trigger.id }, body })
        : api.call(ENDPOINTS.triggerCreate, { query: { project }, body }),
    onSuccess,
  });
}

export function useDeleteTrigger(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: (id: string) => api.call(ENDPOINTS.triggerDelete, { query: { project }, params: { id } }),
    onSettled,
  });
}

export function useRetryDelivery(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: (delivery_id: string) =>
      api.call(ENDPOINTS.deliveryRetry, { query: { project }, params: { delivery_id } }),
    onSettled,
  });
}
