/**
 * The query string holds the state of a screen: filters, search, sort order, page, the chosen crawl. A reload or a shared link shows
 * the same. Changes replace the history entry, so that Back leads to the previous screen rather than through every keystroke.
 */
import { useMemo, useSyncExternalStore } from 'react'

const URL_CHANGED = 'urlchange'

/** The parameters named in `defaults`, read from a query string; a missing one has its default. */
export function readUrlState<T extends Record<string, string>>(search: string, defaults: T): T {
  const parameters = new URLSearchParams(search)
  const entries = Object.entries(defaults).map(([name, fallback]) => [name, parameters.get(name) ?? fallback])
  // Same keys as `defaults`, every value a string.
  return Object.fromEntries(entries) as T
}

/** The query string after a change. Values equal to their default are omitted; other parameters stay. */
export function changedSearch<T extends Record<string, string>>(
  search: string,
  { defaults, change }: { defaults: T; change: Partial<T> },
): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    if (value === undefined || value === defaults[name]) parameters.delete(name)
    else parameters.set(name, value)
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** A 1-based page number from the URL, in digits; anything else is page 1. */
export function pageNumber(text: string): number {
  const page = /^\d+$/.test(text) ? Number(text) : 0
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(URL_CHANGED, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(URL_CHANGED, listener)
  }
}

/** `const [state, change] = useUrlState(defaults)`; keep `defaults` outside of the component. */
export function useUrlState<T extends Record<string, string>>(defaults: T): [T, (change: Partial<T>) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const state = useMemo(() => readUrlState(search, defaults), [search, defaults])
  const change = useMemo(
    () => (next: Partial<T>) => {
      const query = changedSearch(location.search, { defaults, change: next })
      history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`)
      dispatchEvent(new Event(URL_CHANGED))
    },
    [defaults],
  )
  return [state, change]
}
