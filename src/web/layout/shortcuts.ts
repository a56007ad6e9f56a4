/** Keys that work everywhere: `/` focuses the screen's search, or the crawl field where a screen has none. */
import { useEffect } from 'react'

const TYPING = 'input, textarea, select, [contenteditable]'

function focusSearch(event: KeyboardEvent): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (event.target instanceof Element && event.target.closest(TYPING)) return
  const field = document.querySelector<HTMLInputElement>('[data-search-field]') ?? visibleCrawlField()
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
}

function visibleCrawlField(): HTMLInputElement | undefined {
  return [...document.querySelectorAll<HTMLInputElement>('[data-crawl-field]')].find(field => field.checkVisibility())
}

export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', focusSearch)
    return () => removeEventListener('keydown', focusSearch)
  }, [])
}
