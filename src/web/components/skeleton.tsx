/** A grey placeholder of the content's size, which prevents layout shifts. Hidden from screen readers. */
import { classNames } from './class-names.ts'

export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={classNames('block animate-sweep bg-line/70 soft:h-4 soft:rounded', className)} />
}
