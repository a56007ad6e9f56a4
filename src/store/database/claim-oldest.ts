/** Others may take the oldest again and again; whoever comes away with nothing asks anew a little later. */
const MAX_ATTEMPTS = 10

/**
 * Claims the oldest row that waits. Where several claim at once, all choose the same row and one gets it: the others look again,
 * as long as any row waits.
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
