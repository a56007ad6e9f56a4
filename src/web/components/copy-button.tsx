/** Copying a text to the clipboard. */
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useToast } from '../state/toasts.ts'
import { Button } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** What is copied, such as "password"; read out with the button. */
  what: string
}

/** Copies a text, and shows so for a moment. */
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

const COPIED_SHOWN_MS = 1_500

/** `what` names the text in the log, such as "password". */
export function useCopy({ text, what }: { text: string; what: string }): { isCopied: boolean; copy: () => void } {
  const { toast } = useToast()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch (cause) {
      // Browsers refuse the clipboard without a secure context or permission.
      console.warn(`the ${what} could not be copied`, cause)
      const description = 'The browser refused access to the clipboard.'
      toast({ title: 'Could not copy', description, variant: 'destructive' })
    }
  }
  return { isCopied, copy: () => void copy() }
}
