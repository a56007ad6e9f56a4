/** Keyboard access on every screen: the skip links, and the `/` key. */

import { clsx } from 'clsx'
import { useEffect } from 'react'

const skipLink =
  'sr-only z-[70] rounded-control bg-accent font-medium text-on-accent text-sm focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2'

/** Skip the navigation, and what stands before the results. The first elements in the tab order; hidden until they have the focus. */
export function SkipLinks() {
  return (
    <>
      <a href="#main" className={skipLink}>
        Skip to main content
      </a>
      {/* Screens with a long head mark their results. */}
      <a href="#results" className={clsx(skipLink, 'in-[body:not(:has(#results))]:hidden')}>
        Skip to results
      </a>
    </>
  )
}

const TYPING = 'input, textarea, select, [contenteditable]'

function focusSearch(event: KeyboardEvent): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (event.target instanceof Element && event.target.closest(TYPING)) return
  const field =
    document.querySelector<HTMLInputElement>('[data-search-field]') ??
    document.querySelector<HTMLInputElement>('[data-crawl-field]')
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
}

/** `/` focuses the screen's search, or the crawl field where a screen has none. */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', focusSearch)
    return () => removeEventListener('keydown', focusSearch)
  }, [])
}
