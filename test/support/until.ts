const POLL_MS = 20
/** Longer than anything takes that is waited for here, also on a slow machine; a wait in vain ends before the time limit of its file. */
const PATIENCE_MS = 300_000

/**
 * Polls until the result is true; more rarely than usual for what takes long or costs something to find out. Throws when it is not true
 * in time.
 */
export async function until(isSo: () => boolean | Promise<boolean>, pollMs = POLL_MS): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`not so after ${PATIENCE_MS / 1_000} seconds: ${isSo}`)
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
}
