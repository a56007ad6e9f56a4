/** Copies a text and says so on the button for a moment. */
import { Check, Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, such as "password"; read out with the button. */
  what: string
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const { isCopied, copy } = useCopy({ text, what })
  return (
    <Button onClick={copy} className="min-w-26">
      {isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      <span className="sr-only">{what}</span>
    </Button>
  )
}
