/**
 * The query cache and how it outlives a page load: every navigation is a full load, so lists and results of the last five minutes
 * are put into session storage when a document is left and taken up by the next one.
 */
import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { LIST_RETENTION_MS, LIST_STALE_MS } from '#shared/constants.ts'
import type { BrowserStorage } from '../state/browser-storage.ts'

const STORAGE_KEY = 'query-cache'
/** First words of the keys that are kept. Websites and crawls are shown at once and asked for again; the lists are believed. */
const keptKinds: ReadonlySet<unknown> = new Set(['websites', 'crawl', 'pages', 'issues'])

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // "online" would leave a query waiting, without an error, whenever the browser believes itself offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  for (const kind of ['pages', 'issues'])
    client.setQueryDefaults([kind], { staleTime: LIST_STALE_MS, gcTime: LIST_RETENTION_MS })
  return client
}

interface CacheKeeping {
  storage: BrowserStorage
  /** Account whose data they are, null for the visitor's without one: a tab that missed a change of user shows nobody the other's. */
  ownerId: number | null
}

/** Takes up what the last document of the same owner left, unless older than five minutes. */
export function restoreCache(client: QueryClient, { storage, ownerId, nowMs }: CacheKeeping & { nowMs: number }): void {
  const stored = storage.read(STORAGE_KEY)
  if (stored === null) return
  try {
    const state: unknown = JSON.parse(stored)
    if (typeof state !== 'object' || state === null || !('queries' in state) || !Array.isArray(state.queries)) return
    if (!('ownerId' in state) || state.ownerId !== ownerId) return
    const queries = state.queries.filter(query => nowMs - Number(query?.state?.dataUpdatedAt) < LIST_STALE_MS)
    hydrate(client, { ...state, queries })
  } catch (cause) {
    // An older version of the product, or a hand, wrote it: worth nothing, harmful to nobody.
    console.warn('the stored query cache could not be read', cause)
    storage.remove(STORAGE_KEY)
  }
}

/** Leaves the cache for the next document; nothing rather than half of it when it is too large. */
export function persistCache(client: QueryClient, { storage, ownerId }: CacheKeeping): void {
  const state = dehydrate(client, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: query => query.state.status === 'success' && keptKinds.has(query.queryKey[0]),
  })
  if (!storage.write(STORAGE_KEY, JSON.stringify({ ownerId, ...state }))) storage.remove(STORAGE_KEY)
}

/** Forgets everything: after clearing a crawl, its cache, or a change of owner. */
export function emptyCache(client: QueryClient, storage: BrowserStorage): void {
  client.clear()
  storage.remove(STORAGE_KEY)
}
