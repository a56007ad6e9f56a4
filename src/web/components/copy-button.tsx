/** Copies a text and says so on the button for a moment. */
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { useToast } from './use-toast.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, such as "password"; read out with the button. */
  what: string
}

const COPIED_SHOWN_MS = 1_500

export function CopyButton({ text, what }: CopyButtonProps) {
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
      toast({ title: 'Not copied', description, variant: 'destructive' })
    }
  }
  return (
    <Button onClick={() => void copy()} className="min-w-26">
      {isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      <span className="sr-only">{what}</span>
    </Button>
  )
}
