/** Warns before changes that are not saved are left: by closing a panel, by choosing another tab of it, or by leaving the page. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Report = (id: string, isUnsaved: boolean) => void

const ReportContext = createContext<Report>(() => {})

/** Reports that a form has changes that are not saved, as long as it is shown. */
export function useUnsaved(isUnsaved: boolean): void {
  const report = useContext(ReportContext)
  const id = useId()
  useEffect(() => {
    report(id, isUnsaved)
    return () => report(id, false)
  }, [report, id, isUnsaved])
}

interface UnsavedGuard {
  /** Does it at once where nothing is unsaved, otherwise when the user agrees. */
  leave: (action: () => void) => void
  report: Report
  /** Done when the user agrees; null while the question is not shown. */
  leaving: (() => void) | null
  onStay: () => void
}

/** For the panel around `UnsavedChanges`. */
export function useUnsavedGuard(): UnsavedGuard {
  const unsaved = useRef(new Set<string>())
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const report = useCallback<Report>((id, isUnsaved) => {
    if (isUnsaved) unsaved.current.add(id)
    else unsaved.current.delete(id)
  }, [])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.current.size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  const leave = (action: () => void) => {
    // Escape closes the question, although the panel gets the key.
    if (leaving !== null) setLeaving(null)
    else if (unsaved.current.size > 0) setLeaving(() => action)
    else action()
  }
  return { leave, report, leaving, onStay: () => setLeaving(null) }
}

/** Around the forms, within the panel, which keeps the focus and the pointer inside itself. */
export function UnsavedChanges({ guard, children }: { guard: UnsavedGuard; children: ReactNode }) {
  const { report, leaving, onStay } = guard
  return (
    <ReportContext value={report}>
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
    </ReportContext>
  )
}
