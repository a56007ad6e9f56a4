/**
 * The toast area: one at a time, 5 seconds, swipe to the right, F8 moves the focus to it, Escape closes it. The provider holds the
 * visit's notifications; the area is drawn from the first one on.
 */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { browserStorage } from '../state/browser-storage.ts'
import { ToastContext, ToastStore, useToast } from '../state/toasts.ts'

const ToastArea = lazy(() => import('./toast-area.tsx').then(part => ({ default: part.ToastArea })))

export function ToastProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => new ToastStore({ storage: browserStorage(() => sessionStorage), now: Date.now }))
  return (
    <ToastContext value={store}>
      {children}
      <ToastAreaOnDemand />
    </ToastContext>
  )
}

function ToastAreaOnDemand() {
  const { current } = useToast()
  // Once there, the area stays: its live region and its F8 key belong to the document from then on.
  const [isNeeded, setNeeded] = useState(current !== null)
  if (current && !isNeeded) setNeeded(true)
  return isNeeded ? (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  ) : null
}
