/**
 * The crawl limit that this browser's forms begin with, as typed in the settings: free text (specification, section 5), kept in the
 * browser alone. Every form of the document hears of a change.
 */
import { useSyncExternalStore } from 'react'
import { browserStorage } from './browser-storage.ts'

const STORAGE_KEY = 'crawlLimit'
const CHANGED = 'crawllimitchange'
const MAX_CHARACTERS = 200

const storage = browserStorage(() => localStorage)
/** null until it has been read. */
let kept: string | null = null

function current(): string {
  kept ??= storage.read(STORAGE_KEY) ?? ''
  return kept
}

/** '' keeps nothing. Returns whether the next document will know it. */
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

/** As typed, '' when nothing is kept; it may be no limit at all. */
export function useCrawlLimitSetting(): string {
  return useSyncExternalStore(subscribe, current)
}
