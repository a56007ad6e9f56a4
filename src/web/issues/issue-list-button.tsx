/** A button with a count of issues that opens their list in a sheet; nothing where there are none. */
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../components/button.tsx'
import { formatNumber } from '../components/format.ts'
import { Sheet } from '../components/sheet.tsx'

interface IssueListButtonProps {
  icon: ReactNode
  count: number
  /** What has become of the issues, after the count. */
  word: string
  title: string
  description: string
  /** Whether an open list stays when its last issue leaves it. */
  staysOpen?: boolean
  /** The list; drawn while the sheet is open. */
  children: ReactNode
}

export function IssueListButton({ icon, count, word, title, description, staysOpen, children }: IssueListButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (count === 0 && !(staysOpen && isOpen)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {icon}
        {formatNumber(count)} {word}
      </Button>
      <Sheet isOpen={isOpen} onOpen={setOpen} title={title} description={description} className="max-w-2xl">
        {isOpen && <Suspense fallback={null}>{children}</Suspense>}
      </Sheet>
    </>
  )
}
