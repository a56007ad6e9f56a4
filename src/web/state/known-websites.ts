/**
 * URLs of the websites that this tab has shown, by id, in session storage: when one has been cleared meanwhile, the server rightly
 * knows nothing of it any more, and the visitor is still offered to crawl it again.
 */
import type { BrowserStorage } from './browser-storage.ts'

const STORAGE_KEY = 'known-websites'
const MAX_KNOWN = 100

function readKnown(storage: BrowserStorage): Map<number, string> {
  try {
    const stored: unknown = JSON.parse(storage.read(STORAGE_KEY) ?? '[]')
    const known = new Map<number, string>()
    if (!Array.isArray(stored)) return known
    for (const entry of stored)
      if (Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string')
        known.set(entry[0], entry[1])
    return known
  } catch (cause) {
    console.warn('the known websites could not be read', cause)
    return new Map()
  }
}

export function rememberWebsites(storage: BrowserStorage, websites: readonly { id: number; url: string }[]): void {
  const known = readKnown(storage)
  for (const { id, url } of websites) known.set(id, url)
  storage.write(STORAGE_KEY, JSON.stringify([...known].slice(-MAX_KNOWN)))
}

/** Before another owner's data are shown in this tab. */
export function clearKnownWebsites(storage: BrowserStorage): void {
  storage.remove(STORAGE_KEY)
}

/** The URL of a website that was listed earlier in this visit; null when it never was. */
export function rememberedUrl(storage: BrowserStorage, websiteId: number): string | null {
  return readKnown(storage).get(websiteId) ?? null
}
