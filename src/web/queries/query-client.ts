/**
 * The query cache. Every navigation is a full page load, so lists and results of the last five minutes are put into session storage
 * when a document is left, and the next one restores them.
 */
import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { LIST_RETENTION_MS, LIST_STALE_MS } from '#shared/constants.ts'
import type { BrowserStorage } from '../state/browser-storage.ts'

/** Keys of cached responses. The first word is the kind, by which they are persisted and invalidated. */
export const queryKeys = {
  session: ['session'] as const,
  websites: ['websites'] as const,
  crawl: (websiteId: number | null, crawlId: number | null) => ['crawl', websiteId, crawlId] as const,
  pages: (websiteId: number | null, crawlId: number | null, filter: object) =>
    ['pages', websiteId, crawlId, filter] as const,
  issues: (websiteId: number | null, kind: 'list' | 'page' | 'checks', filter: object) =>
    ['issues', websiteId, kind, filter] as const,
  notCrawled: (websiteId: number | null, filter: object) => ['pages', websiteId, 'not-crawled', filter] as const,
  diagnostics: (websiteId: number, crawlId: number | null) => ['diagnostics', websiteId, crawlId] as const,
}

const STORAGE_KEY = 'query-cache'
/** Kinds that are persisted. Websites and crawls are shown at once and fetched again; lists count as fresh. */
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

interface CacheStorage {
  storage: BrowserStorage
  /** The account that owns the data, null for a visitor without one. Data of another owner are not restored. */
  ownerId: number | null
}

/**
 * Restores what the last document of the same owner persisted, unless older than five minutes. A crawl is always fetched again: the
 * document has requested it (`<link rel=preload>`), and a later fetch would otherwise get that response.
 */
export function restoreCache(client: QueryClient, { storage, ownerId, nowMs }: CacheStorage & { nowMs: number }): void {
  const stored = storage.read(STORAGE_KEY)
  if (stored === null) return
  try {
    const state: unknown = JSON.parse(stored)
    if (typeof state !== 'object' || state === null || !('queries' in state) || !Array.isArray(state.queries)) return
    if (!('ownerId' in state) || state.ownerId !== ownerId) return
    const queries = state.queries
      .filter(query => nowMs - Number(query?.state?.dataUpdatedAt) < LIST_STALE_MS)
      .map(query =>
        query.queryKey?.[0] === 'crawl' ? { ...query, state: { ...query.state, isInvalidated: true } } : query,
      )
    hydrate(client, { ...state, queries })
  } catch (cause) {
    // Storage can hold anything: an unreadable cache is discarded.
    console.warn('the stored query cache could not be read', cause)
    storage.remove(STORAGE_KEY)
  }
}

/** Persists the cache for the next document; removes it when it is too large for the storage. */
export function persistCache(client: QueryClient, { storage, ownerId }: CacheStorage): void {
  const state = dehydrate(client, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: query => query.state.status === 'success' && keptKinds.has(query.queryKey[0]),
  })
  if (!storage.write(STORAGE_KEY, JSON.stringify({ ownerId, ...state }))) storage.remove(STORAGE_KEY)
}

/** Empties memory and storage: after clearing a crawl or its cache, and after a change of owner. */
export function emptyCache(client: QueryClient, storage: BrowserStorage): void {
  client.clear()
  storage.remove(STORAGE_KEY)
}
