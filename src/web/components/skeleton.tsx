/** A grey shape as large as what will stand there, so that nothing jumps when it arrives. Silent for screen readers. */
import { classNames } from './class-names.ts'

export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={classNames('block animate-sweep bg-line/70 soft:h-4 soft:rounded', className)} />
}
