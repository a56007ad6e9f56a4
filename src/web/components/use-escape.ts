import { useEffect } from 'react'

/**
 * Closes an open Radix dialog on Escape also while a toast is on show: for Radix that is the topmost layer, and the only one that
 * hears of the key. On the document, because a focused button that gets disabled leaves the focus with nobody.
 */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      const isTaken =
        event.defaultPrevented || (event.target instanceof Element && event.target.closest('[data-toasts]'))
      if (event.key !== 'Escape' || isTaken) return
      event.preventDefault()
      onEscape()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen, onEscape])
}
