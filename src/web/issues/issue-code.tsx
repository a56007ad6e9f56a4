/** Source code of a crawled page, with line numbers where they are known. Long lines wrap; long code scrolls. */

import { clsx } from 'clsx'
import { plainText } from '#shared/plain-text.ts'
import { CrawledText } from '../components/crawled-text.tsx'
import type { TextRange } from './fix-difference.ts'

interface IssueCodeProps {
  /** Accessible name of the scrolling region. */
  label: string
  code: string
  /** 1-based number of the first line; without it there are no line numbers. */
  firstLine?: number | undefined
  /** The part that is wrong, or right after the fix. */
  mark?: TextRange | undefined
  /** What the mark says. */
  tone?: keyof typeof tones | undefined
  className?: string | undefined
}

const tones = {
  error: {
    line: 'bg-error-soft/55 before:font-semibold before:text-error',
    mark: 'bg-error-soft text-error ring-error-line',
  },
  success: { line: '', mark: 'bg-success-soft text-success ring-success-line' },
} as const

const LINE_END = /\r\n|[\r\n]/g

export function IssueCode({ label, code, firstLine, mark, tone = 'error', className }: IssueCodeProps) {
  const hasNumbers = firstLine !== undefined && firstLine > 0
  return (
    <section
      aria-label={plainText(label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className={clsx('max-h-64 overflow-y-auto rounded-control border border-line bg-sunken py-2', className)}
    >
      <pre className="font-mono text-[0.8125rem] leading-5">
        <code>
          {linesOf(code).map(({ text, start }, index) => {
            const part = within(mark, { start, length: text.length })
            return (
              <span
                key={start}
                data-line={hasNumbers ? firstLine + index : undefined}
                className={clsx(
                  'relative block min-h-5 whitespace-pre-wrap break-words pr-3 [overflow-wrap:anywhere]',
                  hasNumbers
                    ? 'pl-14 before:absolute before:left-0 before:w-11 before:select-none before:text-right before:text-ink-faint before:content-[attr(data-line)]'
                    : 'pl-3',
                  part && hasNumbers && tones[tone].line,
                )}
              >
                {part ? <MarkedLine text={text} part={part} tone={tone} /> : <CrawledText text={text} dir="ltr" />}
              </span>
            )
          })}
        </code>
      </pre>
    </section>
  )
}

function MarkedLine({ text, part: { from, to }, tone }: { text: string; part: TextRange; tone: keyof typeof tones }) {
  return (
    <>
      <CrawledText text={text.slice(0, from)} dir="ltr" />
      <mark className={clsx('rounded-[3px] px-0.5 font-semibold ring-1', tones[tone].mark)}>
        <CrawledText text={text.slice(from, to)} dir="ltr" />
      </mark>
      <CrawledText text={text.slice(to)} dir="ltr" />
    </>
  )
}

/** The lines of a text with their offsets in it. */
function linesOf(code: string): { text: string; start: number }[] {
  let start = 0
  return code.split(LINE_END).map(text => {
    const line = { text, start }
    start += text.length
    start += code.startsWith('\r\n', start) ? 2 : 1
    return line
  })
}

/** The part of a mark that is in a line, by offsets in the line; null for none. */
function within(mark: TextRange | undefined, { start, length }: { start: number; length: number }): TextRange | null {
  if (!mark) return null
  const part = { from: Math.max(0, mark.from - start), to: Math.min(length, mark.to - start) }
  return part.from < part.to ? part : null
}
