/** From here on an operator should act. */
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
