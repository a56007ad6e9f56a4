/** What the screen of the operator shows of storage and of recent errors. */

import type { OperationsResponse } from '#shared/api/operations.ts'

/** From this share on an operator should act. */
const NEARLY_FULL_SHARE = 0.9

export interface StorageUse {
  /** Whole percent from 0 to 100. */
  percent: number
  state: 'free' | 'nearly-full' | 'full'
}

/** How much of the quota is in use; null without a quota. */
export function storageUse({
  usedBytes,
  quotaBytes,
}: {
  usedBytes: number
  quotaBytes: number | null
}): StorageUse | null {
  if (quotaBytes === null) return null
  if (usedBytes >= quotaBytes) return { percent: 100, state: 'full' }
  const share = usedBytes / quotaBytes
  return { percent: Math.floor(share * 100), state: share >= NEARLY_FULL_SHARE ? 'nearly-full' : 'free' }
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000
const figures = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** `0 B`, `1.25 MB`, `20 GB`: decimal units (ISO 80000-13) to three digits. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let step = 0
  // Rounded to three digits first, so that 999,999 bytes are 1 MB and not 1,000 kB.
  while (Number(value.toPrecision(3)) >= STEP && step < UNITS.length - 1) {
    value /= STEP
    step += 1
  }
  return `${figures.format(value)} ${UNITS[step]}`
}

type RecentError = OperationsResponse['recentErrors'][number]

/** The errors with keys that stay the same when newer errors are added: equal ones are numbered from the oldest. */
export function keyErrors(errors: readonly RecentError[]): (RecentError & { key: string })[] {
  const counts = new Map<string, number>()
  return errors
    .toReversed()
    .map(error => {
      const name = `${error.at} ${error.event}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return { ...error, key: `${name} ${count}` }
    })
    .toReversed()
}
