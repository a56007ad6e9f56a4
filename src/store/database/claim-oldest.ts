/** Others may claim the oldest row each time; a caller that gets none tries again later. */
const MAX_ATTEMPTS = 10

/**
 * Claims the oldest waiting row. When several workers claim at once, all choose the same row and one gets it; the others retry as long
 * as a row waits.
 */
export async function claimOldest<Claimed>(attempts: {
  claim(): Promise<Claimed | undefined>
  isAnyWaiting(): Promise<boolean>
}): Promise<Claimed | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const claimed = await attempts.claim()
    if (claimed !== undefined) return claimed
    if (!(await attempts.isAnyWaiting())) return null
  }
  return null
}
