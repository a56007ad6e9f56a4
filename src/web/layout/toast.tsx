/**
 * Provides the notifications of the visit, and shows toasts: one at a time, for 5 seconds; a swipe to the right or Escape closes it, F8
 * focuses it. The area is loaded with the first toast.
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
  // Once rendered, the area stays: its live region and its F8 key must not come and go.
  const [isNeeded, setNeeded] = useState(current !== null)
  if (current && !isNeeded) setNeeded(true)
  return isNeeded ? (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  ) : null
}
