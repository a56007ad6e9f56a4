/**
 * The address bar holds the state of a screen: filters, search, sort, page, the chosen crawl. A reload or a shared link shows the
 * same. Changes replace the entry of the history: the way back leads to the screen before, not through every keystroke.
 */
import { useMemo, useSyncExternalStore } from 'react'

const ADDRESS_CHANGED = 'addresschange'

/** The parameters named in `defaults`, from a query string; what is absent has its default. */
export function readAddress<T extends Record<string, string>>(search: string, defaults: T): T {
  const parameters = new URLSearchParams(search)
  const entries = Object.entries(defaults).map(([name, fallback]) => [name, parameters.get(name) ?? fallback])
  // Same keys as `defaults`, every value a string.
  return Object.fromEntries(entries) as T
}

/** The query string after a change; values equal to their default are left out, foreign parameters stay. */
export function changeAddress<T extends Record<string, string>>(
  search: string,
  { defaults, change }: { defaults: T; change: Partial<T> },
): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    if (value === undefined || value === defaults[name]) parameters.delete(name)
    else parameters.set(name, value)
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** A 1-based page number out of the address; anything else is page 1. */
export function pageNumber(text: string): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** An id out of the address, null for anything that is none. */
export function idNumber(text: string): number | null {
  const id = Number(text)
  return text !== '' && Number.isSafeInteger(id) && id > 0 ? id : null
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(ADDRESS_CHANGED, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(ADDRESS_CHANGED, listener)
  }
}

/** `const [state, change] = useAddressState(defaults)`; keep `defaults` outside of the component. */
export function useAddressState<T extends Record<string, string>>(defaults: T): [T, (change: Partial<T>) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const state = useMemo(() => readAddress(search, defaults), [search, defaults])
  const change = useMemo(
    () => (next: Partial<T>) => {
      const query = changeAddress(location.search, { defaults, change: next })
      history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`)
      dispatchEvent(new Event(ADDRESS_CHANGED))
    },
    [defaults],
  )
  return [state, change]
}
