/** Opens a file of the server in a window of its own, and the toasts for failures. */
import { requestFile } from '../../queries/api-client.ts'
import type { NewToast } from '../../state/toasts.ts'

/** The browser blocked the new window. */
export class WindowBlockedError extends Error {
  override readonly name = 'WindowBlockedError'
}

/**
 * Opens the window at once, because pop-up blockers allow it only within the click. The window gets the URL after a HEAD request has
 * found the file: a failed response in another window could not be shown here. `waitingText` is shown until then, and stays in browsers
 * that leave the window open after a download.
 *
 * Call it within the click. Rejects with `WindowBlockedError`, with `ApiError`, or as `fetch` does.
 */
export async function openFile(url: string, { waitingText }: { waitingText: string }): Promise<void> {
  const opened = window.open('', '_blank')
  if (!opened) throw new WindowBlockedError('the browser opened no window')
  // The new window must not reach this document.
  opened.opener = null
  const { documentElement, body } = opened.document
  documentElement.style.colorScheme = 'light dark'
  body.style.fontFamily = 'system-ui, sans-serif'
  body.textContent = waitingText
  try {
    await requestFile(url, { method: 'HEAD' })
  } catch (error) {
    opened.close()
    throw error
  }
  opened.location.replace(url)
}

export const noWebsiteSelected: NewToast = {
  title: 'Error',
  description: 'No website selected',
  variant: 'destructive',
}

const windowBlocked: NewToast = {
  title: 'Pop-up blocked',
  description: 'Allow pop-ups for this site and try again.',
  variant: 'destructive',
}

/** The toast for a failure; `description` says what failed, unless the browser blocked the window. */
export function fileFailure(error: unknown, description: string): NewToast {
  return error instanceof WindowBlockedError ? windowBlocked : { title: 'Error', description, variant: 'destructive' }
}
