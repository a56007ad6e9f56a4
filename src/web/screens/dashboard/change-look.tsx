/** How a change of a score is shown. */
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'

export function changeLook(change: number) {
  if (change === 0) return { icon: Minus, tone: 'text-ink-muted', words: null }
  return change > 0
    ? { icon: ArrowUp, tone: 'text-success', words: <span className="sr-only">up</span> }
    : { icon: ArrowDown, tone: 'text-warning', words: <span className="sr-only">down</span> }
}
