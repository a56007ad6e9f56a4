/** A secret that the server generated, shown only once, with a copy button. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

interface ShownOnceProps {
  title: ReactNode
  secret: string
  /** Such as "password"; part of the copy button's name for screen readers. */
  what: string
  /** That it will not be shown again, and what that means. */
  children: ReactNode
  onDone: () => void
}

export function ShownOnce({ title, secret, what, children, onDone }: ShownOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone: the focus moves to what replaced it, so that screen readers read it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="space-y-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {title}
      </h3>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 grow select-all rounded-control border border-line bg-sunken px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
          {secret}
        </code>
        <CopyButton text={secret} what={what} />
      </div>
      <div className="space-y-2 text-sm">{children}</div>
      <Button variant="primary" onClick={onDone}>
        Done
      </Button>
    </div>
  )
}
