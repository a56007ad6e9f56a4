/** A number that counts rows and links to exactly these rows. A zero counts none: it is plain and muted. */
import { clsx } from 'clsx'
import { formatNumber } from './format.ts'

interface NumberLinkProps {
  value: number
  /** The rows. */
  href: string
  /** Says what is counted, after the number, for screen readers. */
  label: string
  className?: string | undefined
}

export const numberLinkLook =
  'underline decoration-current/35 decoration-1 underline-offset-4 hover:text-accent hover:decoration-current'

export function NumberLink({ value, href, label, className }: NumberLinkProps) {
  const text = (
    <>
      {formatNumber(value)}
      <span className="sr-only"> {label}</span>
    </>
  )
  if (value === 0) return <span className={clsx('figures text-ink-muted', className)}>{text}</span>
  return (
    <a href={href} className={clsx('figures', numberLinkLook, className)}>
      {text}
    </a>
  )
}
