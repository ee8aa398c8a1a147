import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { IosCertificateState } from "@udt/contract";
import { iosCertificateEndpoints } from "@udt/contract/endpoints/ios-certificates";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

interface Paged {
  keyword: string;
  page_num: number;
  page_size: number;
}

export const useCertificates = (project: string, filter: Paged & { state?: IosCertificateState | undefined }) =>
  useQuery({
    ...queryOf(iosCertificateEndpoints.iosCertificateList, { query: { project, ...filter } }),
    placeholderData: keepPreviousData,
  });

export const useCertificate = (project: string, cert_id: string) =>
  useQuery(queryOf(iosCertificateEndpoints.iosCertificateGet, { params: { cert_id }, query: { project } }));

export const useProvisionedDevices = (project: string, cert_id: string, filter: Paged) =>
  useQuery({
    ...queryOf(iosCertificateEndpoints.iosCertificateDevices, { params: { cert_id }, query: { project, ...filter } }),
    placeholderData: keepPreviousData,
  });

/** What a form sends: a file that is not there is kept as it is. */
export interface CertificateWish {
  title: string;
  p12: File | undefined;
  password: string;
  mobileprovision: File | undefined;
}

/** Everything that changes certificates; what it changed is read anew. */
export function useCertificateActions(project: string) {
  const stale = useStale();
  const query = { project };
  const after = {
    onSettled: () => void stale(["iosCertificateList", "iosCertificateGet", "iosCertificateDevices"], project),
  };
  return {
    save: useMutation({
      mutationFn: ({ cert_id, wish }: { cert_id: string | undefined; wish: CertificateWish }) => {
        const { title, p12, password, mobileprovision } = wish;
        if (cert_id !== undefined) {
          const body = { title, ...(p12 && { p12, password }), ...(mobileprovision && { mobileprovision }) };
          return api.call(iosCertificateEndpoints.iosCertificateUpdate, { params: { cert_id }, query, body });
        }
        if (!p12 || !mobileprovision) throw new TypeError("a new certificate has both files");
        const body = { title, p12, password, mobileprovision };
        return api.call(iosCertificateEndpoints.iosCertificateCreate, { query, body });
      },
      ...after,
    }),
    remove: useMutation({
      mutationFn: (cert_id: string) =>
        api.call(iosCertificateEndpoints.iosCertificateDelete, { params: { cert_id }, query }),
      ...after,
    }),
  };
}
