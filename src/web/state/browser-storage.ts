/**
 * Browser storage that cannot fail: blocked by a privacy setting (even naming `sessionStorage` throws then), full (about 5 MB) or
 * absent, the failure is logged and the product goes on without it (specification, section 8).
 */
export interface BrowserStorage {
  read(key: string): string | null
  /** Returns whether the value was kept. */
  write(key: string, value: string): boolean
  remove(key: string): void
}

/** `open` names the storage, such as `() => sessionStorage`. */
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
