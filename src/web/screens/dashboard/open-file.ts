/** Shows a file of the server in a window of its own. */
/** What is said when something that was asked for could not be done (specification, section 8). */

import { requestFile } from '../../queries/api-client.ts'
import type { NewToast } from '../../state/toasts.ts'

/** The browser opened no window. */
export class WindowBlockedError extends Error {
  override readonly name = 'WindowBlockedError'
}

/**
 * The window is opened at once, since blockers of pop-ups let nothing through that comes later than the click. It gets the address
 * only when a HEAD request has found the file there: an answer in a window is out of our sight, and a refusal has to be told here.
 * `waitingText` stands in the window meanwhile, and goes on standing there in browsers that leave it open beside a download.
 *
 * Call it within the click. Rejects with `WindowBlockedError`, with `ApiError`, or as `fetch` does.
 */
export async function openFile(address: string, { waitingText }: { waitingText: string }): Promise<void> {
  const opened = window.open('', '_blank')
  if (!opened) throw new WindowBlockedError('the browser opened no window')
  // What opens there has no business with this document.
  opened.opener = null
  const { documentElement, body } = opened.document
  documentElement.style.colorScheme = 'light dark'
  body.style.fontFamily = 'system-ui, sans-serif'
  body.textContent = waitingText
  try {
    await requestFile(address, 'HEAD')
  } catch (error) {
    opened.close()
    throw error
  }
  opened.location.replace(address)
}

export const noWebsiteSelected: NewToast = {
  title: 'Error',
  description: 'No website selected',
  variant: 'destructive',
}

const windowBlocked: NewToast = {
  title: 'No window was opened',
  description: 'The browser blocked it. Allow pop-ups for this site and try again.',
  variant: 'destructive',
}

/** `description`: what failed, unless it was the browser that refused a window. */
export function fileFailure(error: unknown, description: string): NewToast {
  return error instanceof WindowBlockedError ? windowBlocked : { title: 'Error', description, variant: 'destructive' }
}
