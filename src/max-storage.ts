import type { Settings } from './config.ts'

const BYTES_PER_MEGABYTE = 1_000_000

/** The storage quota as the engine and the API count it. */
export function maxStorageBytes({ maxStorageMegabytes }: Pick<Settings, 'maxStorageMegabytes'>): number {
  return maxStorageMegabytes * BYTES_PER_MEGABYTE
}
