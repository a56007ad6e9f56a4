/** The first stop of the keyboard: past the navigation, to the content. Unseen until it has the focus. */
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
