/**
 * A panel that slides in from a side over a dimmed screen (Radix Dialog): traps the focus, closes on Escape, on the overlay and by its
 * button, and returns the focus. Below 640 px it takes the whole width.
 */
import { lazy, Suspense, useState } from 'react'
import type { SheetProps } from './dialog.tsx'

const SheetDialog = lazy(() => import('./dialog.tsx').then(part => ({ default: part.SheetDialog })))

export function Sheet(props: SheetProps) {
  // Stays mounted after the first opening, so that closing can be animated and the next opening is immediate.
  const [wasOpened, setWasOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <SheetDialog {...props} />
    </Suspense>
  )
}
