/**
 * Tabs as the ARIA Authoring Practices have them: one stop of the Tab key, arrows, Home and End choose. The strip scrolls inside itself at
 * phone width; keep the chosen tab in the URL. Only the panel of the chosen tab is there.
 */

import { clsx } from 'clsx'
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
  useMemo,
} from 'react'

interface TabsProps {
  className?: string | undefined
  value: string
  onValueChange: (value: string) => void
  children: ReactNode
}

interface Chosen extends Pick<TabsProps, 'value' | 'onValueChange'> {
  /** What the ids of tabs and panels begin with. */
  id: string
}

const ChosenContext = createContext<Chosen>({ value: '', onValueChange: () => {}, id: '' })

export function Tabs({ value, onValueChange, className, children }: TabsProps) {
  const id = useId()
  const chosen = useMemo(() => ({ value, onValueChange, id }), [value, onValueChange, id])
  return (
    <ChosenContext value={chosen}>
      <div className={className}>{children}</div>
    </ChosenContext>
  )
}

export function TabList({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      role="tablist"
      onKeyDown={moveByKey}
      className={clsx('flex overflow-x-auto sm:gap-1 border-line border-b [scrollbar-width:none]', className)}
      {...props}
    />
  )
}

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const from = event.target instanceof HTMLElement ? tabs.indexOf(event.target) : -1
  const steps: Record<string, number> = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: -1 }
  const to = steps[event.key]
  if (from === -1 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const next = tabs.at(to % tabs.length)
  next?.focus()
  next?.click()
}

export function Tab({ value, className, ...props }: ComponentProps<'button'> & { value: string }) {
  const { value: chosen, onValueChange, id } = useContext(ChosenContext)
  const isChosen = value === chosen
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab-${value}`}
      aria-selected={isChosen}
      // Of the others there is no panel to point at.
      aria-controls={isChosen ? `${id}-panel-${value}` : undefined}
      tabIndex={isChosen ? 0 : -1}
      data-state={isChosen ? 'active' : 'inactive'}
      onClick={() => {
        if (!isChosen) onValueChange(value)
      }}
      className={clsx(
        '-outline-offset-2 relative h-10 shrink-0 rounded-t px-2 font-medium sm:px-3 text-ink-muted text-sm whitespace-nowrap transition-colors hover:text-ink data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-full data-[state=active]:after:bg-accent',
        className,
      )}
      {...props}
    />
  )
}

export function TabPanel({ value, className, ...props }: ComponentProps<'div'> & { value: string }) {
  const { value: chosen, id } = useContext(ChosenContext)
  if (value !== chosen) return null
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      // A panel without anything that takes focus must be reachable as well.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: ARIA Authoring Practices, “Tabs pattern”
      tabIndex={0}
      className={clsx('soft:pt-4', className)}
      {...props}
    />
  )
}
