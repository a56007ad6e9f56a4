/** Links to the crawls of a website, the users who see it, and the link below which this document is. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sharingEndpoints } from '#shared/api/sharing.ts'
import type { NewShareLink } from '#shared/new-share.ts'
import type { MemberRole } from '#shared/sharing.ts'
import { useToast } from '../state/toasts.ts'
import { callApi, failureReason } from './api-client.ts'

const linksKey = (websiteId: number) => ['shareLinks', websiteId] as const
const membersKey = (websiteId: number) => ['members', websiteId] as const

/** Newest first. */
export function useShareLinks(websiteId: number) {
  return useQuery({
    queryKey: linksKey(websiteId),
    queryFn: ({ signal }) => callApi(sharingEndpoints.listShareLinks, { id: websiteId, signal }),
    staleTime: 0,
  })
}

/** The response is the only one with the URL, so it is not cached. */
export function useAddShareLink(websiteId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (link: NewShareLink) => callApi(sharingEndpoints.addShareLink, { id: websiteId, body: link }),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: linksKey(websiteId) }),
  })
}

export function useRevokeShareLink(websiteId: number) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (linkId: number) => callApi(sharingEndpoints.revokeShareLink, { id: websiteId, body: { linkId } }),
    onSuccess: () => toast({ title: 'Link revoked', description: 'It opens nothing any more.' }),
    onError: error =>
      toast({ title: 'The link was not revoked', description: failureReason(error), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: linksKey(websiteId) }),
  })
}

export function useMembers(websiteId: number) {
  return useQuery({
    queryKey: membersKey(websiteId),
    queryFn: ({ signal }) => callApi(sharingEndpoints.listMembers, { id: websiteId, signal }),
    staleTime: 0,
  })
}

/** `mutate({ username, role })`; null ends it. The caller shows what is wrong. */
export function useSetMember(websiteId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (member: { username: string; role: MemberRole | null }) =>
      callApi(sharingEndpoints.setMember, { id: websiteId, body: member }),
    onSuccess: members => client.setQueryData(membersKey(websiteId), members),
  })
}

/** Of the link below which this document is. */
export const openedLinkQuery = queryOptions({
  queryKey: ['openedLink'],
  queryFn: ({ signal }) => callApi(sharingEndpoints.openedLink, { signal }),
})

export function useUnlockLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => callApi(sharingEndpoints.unlockLink, { body: { password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: openedLinkQuery.queryKey }),
  })
}
