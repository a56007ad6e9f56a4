/** Counts above a list that filter it. Each above zero links to the rows it counts; the chosen one links back to all rows. */

import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { CardFigure } from './stat-card.tsx'

export interface CountCard {
  key: string
  label: string
  /** null while loading. */
  value: number | null
  /** Says briefly what it counts. */
  hint: string
  icon: LucideIcon
  /** URL of the list with these rows alone; of the whole list for the chosen card. */
  href: string
}

interface CountCardsProps {
  /** Accessible name of the group. */
  label: string
  cards: readonly CountCard[]
  /** Key of the card whose rows are shown, '' for none. */
  chosen: string
  /** Called with '' for the chosen card. */
  onChoose: (key: string) => void
}

const frame = 'relative block min-w-0 rounded-card border p-4 shadow-card sm:p-5'

export function CountCards({ label, cards, chosen, onChoose }: CountCardsProps) {
  return (
    <nav aria-label={label} className="mb-4">
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {cards.map(card => (
          <li key={card.key} className="grid">
            <Card card={card} isChosen={card.key === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface CardProps {
  card: CountCard
  isChosen: boolean
  onChoose: (key: string) => void
}

function Card({ card, isChosen, onChoose }: CardProps) {
  const { key, value, href } = card
  if (!isChosen && !value)
    return (
      <div className={clsx(frame, 'border-line bg-surface')}>
        <Content card={card} />
      </div>
    )
  const choose = (event: MouseEvent) => {
    // A click that opens another tab or window is left to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChoose(isChosen ? '' : key)
  }
  return (
    <a
      href={href}
      onClick={choose}
      aria-current={isChosen || undefined}
      className={clsx(
        frame,
        'group transition-colors hover:border-accent',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
      )}
    >
      <Content card={card}>{isChosen && <span className="sr-only">, shown; show all</span>}</Content>
    </a>
  )
}

function Content({ card, children }: { card: CountCard; children?: ReactNode }) {
  const { label, value, hint, icon } = card
  return (
    <>
      <CardFigure label={label} value={value} icon={icon} />
      <span className="block text-ink-muted text-xs leading-5">{hint}</span>
      {children}
    </>
  )
}
