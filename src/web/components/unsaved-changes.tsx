/**
 * Warns before changes that are not saved are left: by closing a panel, by choosing another tab of it or another entry of its list, or by
 * leaving the page.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Where the changes are: in the form of one entry of a list, which opening another entry closes, or anywhere in the panel. */
type Place = 'entry' | 'panel'

/** null: nothing there is unsaved. */
type Report = (id: string, place: Place | null) => void

interface Guarding {
  /** Does it at once where nothing of the place is unsaved, otherwise when the user agrees. */
  leave: (action: () => void, place?: Place) => void
  report: Report
}

const GuardContext = createContext<Guarding>({ leave: action => action(), report: () => {} })

/** Reports that a form has changes that are not saved, as long as it is shown. */
export function useUnsaved(isUnsaved: boolean, place: Place = 'panel'): void {
  const { report } = useContext(GuardContext)
  const id = useId()
  useEffect(() => {
    report(id, isUnsaved ? place : null)
    return () => report(id, null)
  }, [report, id, isUnsaved, place])
}

/** For what closes the form of an entry, such as opening another one. */
export function useLeaveEntry(): (action: () => void) => void {
  const { leave } = useContext(GuardContext)
  return action => leave(action, 'entry')
}

interface UnsavedGuard extends Guarding {
  /** Done when the user agrees; null while the question is not shown. */
  leaving: (() => void) | null
  onStay: () => void
}

/** For the panel around `UnsavedChanges`. */
export function useUnsavedGuard(): UnsavedGuard {
  const unsaved = useRef(new Map<string, Place>())
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const report = useCallback<Report>((id, place) => {
    if (place) unsaved.current.set(id, place)
    else unsaved.current.delete(id)
  }, [])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.current.size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  const leave: Guarding['leave'] = (action, place = 'panel') => {
    const places = [...unsaved.current.values()]
    // Escape closes the question, although the panel gets the key.
    if (leaving !== null) setLeaving(null)
    else if (place === 'panel' ? places.length > 0 : places.includes(place)) setLeaving(() => action)
    else action()
  }
  return { leave, report, leaving, onStay: () => setLeaving(null) }
}

/** Around the forms, within the panel, which keeps the focus and the pointer inside itself. */
export function UnsavedChanges({ guard, children }: { guard: UnsavedGuard; children: ReactNode }) {
  const { leaving, onStay } = guard
  return (
    <GuardContext value={guard}>
      {children}
      <ConfirmDialog
        isOpen={leaving !== null}
        title="Discard unsaved changes?"
        confirmLabel="Discard changes"
        isDestructive
        onConfirm={() => {
          onStay()
          leaving?.()
        }}
        onClose={onStay}
      >
        <p>What you have entered here is not saved yet.</p>
      </ConfirmDialog>
    </GuardContext>
  )
}
