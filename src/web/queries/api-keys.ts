/** The API keys of the signed-in user. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiKeyEndpoints } from '#shared/api/api-keys.ts'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import { useToast } from '../state/toasts.ts'
import { callApi, type ResponseOf, serverMessage } from './api-client.ts'

const API_KEYS_KEY = ['apiKeys'] as const

export type ApiKey = ResponseOf<typeof apiKeyEndpoints.listApiKeys>[number]

/** Newest first. */
export function useApiKeys() {
  return useQuery({
    queryKey: API_KEYS_KEY,
    queryFn: async ({ signal }) => {
      const keys = await callApi(apiKeyEndpoints.listApiKeys, { signal })
      return keys.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
    },
    staleTime: 0,
  })
}

export interface NewApiKey {
  name: string
  scopes: ApiKeyScopes
  /** undefined: never. */
  expiresInDays: number | undefined
}

/** The response is the only one with the key itself, so it is not cached. */
export function useAddApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, scopes, expiresInDays }: NewApiKey) =>
      callApi(apiKeyEndpoints.addApiKey, {
        body: { name, scopes, ...(expiresInDays === undefined ? {} : { expiresInDays }) },
      }),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: API_KEYS_KEY }),
  })
}

export function useRevokeApiKey() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: ({ id }: ApiKey) => callApi(apiKeyEndpoints.revokeApiKey, { id }),
    onSuccess: (_response, { name }) => toast({ title: 'API key revoked', description: name }),
    onError: error => {
      const description = serverMessage(error) ?? error.message
      toast({ title: 'The API key was not revoked', description, variant: 'destructive' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: API_KEYS_KEY }),
  })
}
