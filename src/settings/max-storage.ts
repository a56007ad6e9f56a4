import { MEGABYTE } from '#shared/byte-units.ts'
import type { Settings } from './config.ts'

/** The storage quota as the engine and the API count it. */
export function maxStorageBytes({ maxStorageMegabytes }: Pick<Settings, 'maxStorageMegabytes'>): number {
  return maxStorageMegabytes * MEGABYTE
}
