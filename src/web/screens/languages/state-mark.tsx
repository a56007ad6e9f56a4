/** A state of a language version: icon, word and colour; the icon and a letter where many languages stand side by side. */
import { clsx } from 'clsx'
import { Check, CircleQuestionMark, Info, type LucideIcon, Minus, TriangleAlert } from 'lucide-react'
import { type SetState, setStateLabels } from '#shared/languages.ts'

const warning = { icon: TriangleAlert, tone: 'text-warning' }
const looks: Readonly<Record<SetState, { icon: LucideIcon; tone: string; letter: string }>> = {
  complete: { icon: Check, tone: 'text-success', letter: 'C' },
  'no-self-reference': { ...warning, letter: 'S' },
  'no-return-link': { ...warning, letter: 'R' },
  incomplete: { ...warning, letter: 'I' },
  'wrong-target': { ...warning, letter: 'W' },
  untranslated: { ...warning, letter: 'U' },
  'not-checked': { icon: CircleQuestionMark, tone: 'text-ink-muted', letter: '?' },
  'no-x-default': { icon: Info, tone: 'text-info', letter: 'M' },
  'no-page': { icon: Minus, tone: 'text-ink-muted', letter: '–' },
}

interface StateMarkProps {
  state: SetState
  /** In place of the state's own. */
  label?: string | undefined
  isCompact?: boolean | undefined
  /** URL and reason, shown on hover. */
  title?: string | undefined
}

export function StateMark({ state, label = setStateLabels[state], isCompact = false, title }: StateMarkProps) {
  const { icon: Icon, tone, letter } = looks[state]
  const isMuted = state === 'no-page' || state === 'complete'
  return (
    <span
      title={[isCompact && label, title].filter(Boolean).join(': ') || undefined}
      className={clsx(
        'inline-flex items-center gap-1.5 align-bottom text-[0.8125rem] whitespace-nowrap',
        isMuted && tone,
      )}
    >
      <Icon aria-hidden className={clsx('size-3.5 shrink-0', tone)} />
      {isCompact ? (
        <>
          <span aria-hidden>{letter}</span>
          <span className="sr-only">{label}</span>
        </>
      ) : (
        label
      )}
    </span>
  )
}
