/** A grey placeholder of the content's size, which prevents layout shifts. Hidden from screen readers. */
import { clsx } from 'clsx'

export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={clsx('block animate-sweep bg-line/70 soft:h-4 soft:rounded', className)} />
}
