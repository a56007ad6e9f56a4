/** What is said when something that was asked for could not be done (specification, section 8). */
import type { NewToast } from '../state/toasts.ts'
import { WindowBlockedError } from './open-file.ts'

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
