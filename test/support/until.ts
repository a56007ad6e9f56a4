const POLL_MS = 20

/** Polls until the result is true. The test runner's own deadline ends a wait in vain. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, POLL_MS))
}
