/** Keys that work everywhere: `/` focuses the screen's search, or the crawl field where a screen has none. */
import { useEffect } from 'react'

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

export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', focusSearch)
    return () => removeEventListener('keydown', focusSearch)
  }, [])
}
