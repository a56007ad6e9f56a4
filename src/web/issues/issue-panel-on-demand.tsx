/** The issue panel as lists use it: its code is loaded when the first issue is opened. */
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { IssuePanel as Panel } from './issue-panel.tsx'

const IssuePanel = lazy(() => import('./issue-panel.tsx').then(part => ({ default: part.IssuePanel })))

export function IssuePanelOnDemand(props: ComponentProps<typeof Panel>) {
  // Stays mounted after the first opening, so that closing can be animated.
  const [wasOpened, setWasOpened] = useState(props.issue !== null)
  if (props.issue !== null && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <IssuePanel {...props} />
    </Suspense>
  )
}
