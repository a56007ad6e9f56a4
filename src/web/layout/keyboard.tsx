/** Keyboard access on every screen: the skip link, and the `/` key. */
import { useEffect } from 'react'

/** Skips the navigation. The first element in the tab order; hidden until it has the focus. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-[70] rounded-control bg-accent font-medium text-on-accent text-sm focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2"
    >
      Skip to content
    </a>
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
