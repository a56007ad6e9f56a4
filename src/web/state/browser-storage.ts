/**
 * Browser storage that never throws. Where it is blocked by a privacy setting (reading `sessionStorage` throws then), full (about
 * 5 MB) or missing, the failure is logged and the product works without it.
 */
export interface BrowserStorage {
  read(key: string): string | null
  /** Returns whether the value was stored. */
  write(key: string, value: string): boolean
  remove(key: string): void
}

/** `open` returns the storage, such as `() => sessionStorage`. */
export function browserStorage(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): BrowserStorage {
  function attempt<T>(use: (storage: ReturnType<typeof open>) => T, otherwise: T): T {
    try {
      return use(open())
    } catch (cause) {
      console.warn('browser storage failed', cause)
      return otherwise
    }
  }
  return {
    read: key => attempt<string | null>(storage => storage.getItem(key), null),
    write: (key, value) =>
      attempt(storage => {
        storage.setItem(key, value)
        return true
      }, false),
    remove: key => attempt(storage => storage.removeItem(key), undefined),
  }
}

/** Keeps nothing. */
export const noStorage: BrowserStorage = { read: () => null, write: () => false, remove: () => {} }
