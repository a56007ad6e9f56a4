/**
 * The crawl limit that the crawl forms start with, as typed in the settings: free text, kept in this browser alone. Every form of the
 * document follows a change.
 */
import { useSyncExternalStore } from 'react'
import { browserStorage } from './browser-storage.ts'

const STORAGE_KEY = 'crawlLimit'
const CHANGED = 'crawllimitchange'
const MAX_CHARACTERS = 200

const storage = browserStorage(() => localStorage)
/** null until it has been read from the storage. */
let kept: string | null = null

function current(): string {
  kept ??= storage.read(STORAGE_KEY) ?? ''
  return kept
}

/** '' removes the setting. Returns whether it was stored. */
export function keepCrawlLimit(text: string): boolean {
  kept = text.trim().slice(0, MAX_CHARACTERS)
  const isKept = kept === '' || storage.write(STORAGE_KEY, kept)
  if (kept === '') storage.remove(STORAGE_KEY)
  dispatchEvent(new Event(CHANGED))
  return isKept
}

function subscribe(listener: () => void): () => void {
  const followOtherTab = ({ key, newValue }: StorageEvent) => {
    if (key !== STORAGE_KEY && key !== null) return
    kept = newValue ?? ''
    listener()
  }
  addEventListener(CHANGED, listener)
  addEventListener('storage', followOtherTab)
  return () => {
    removeEventListener(CHANGED, listener)
    removeEventListener('storage', followOtherTab)
  }
}

/** As typed, '' when none is stored; it may not be a valid limit. */
export function useCrawlLimitSetting(): string {
  return useSyncExternalStore(subscribe, current)
}
