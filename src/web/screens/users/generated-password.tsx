/** A password that the server made, shown this once; its reader is told so, and can copy it. */
import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'

interface GeneratedPasswordProps {
  username: string
  password: string
  onDone: () => void
}

export function GeneratedPassword({ username, password, onDone }: GeneratedPasswordProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone: without this a screen reader would say nothing of what took its place.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="space-y-4 p-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        The password of <CrawledText text={username} className="[overflow-wrap:anywhere]" />
      </h3>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 grow select-all rounded-control border border-line bg-sunken px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
          {password}
        </code>
        <CopyButton text={password} what="password" />
      </div>
      <p className="text-sm">
        Write it down or pass it on now: it will not be shown again. Only a new one can be made.
      </p>
      <Button variant="primary" onClick={onDone}>
        Done
      </Button>
    </div>
  )
}
