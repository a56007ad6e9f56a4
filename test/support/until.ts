const POLL_MS = 20

/**
 * Polls until the result is true; more rarely than usual for what takes long or costs something to find out. The test runner's own
 * deadline ends a wait in vain.
 */
export async function until(isSo: () => boolean | Promise<boolean>, pollMs = POLL_MS): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, pollMs))
}
