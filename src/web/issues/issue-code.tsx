/** Source code of a crawled page with line numbers. Long lines wrap; long code scrolls. */

import { clsx } from 'clsx'
import { plainText } from '#shared/plain-text.ts'
import { CrawledText } from '../components/crawled-text.tsx'

interface IssueCodeProps {
  /** Accessible name of the scrolling region. */
  label: string
  code: string
  /** 1-based number of the first line; without it there are no line numbers. */
  firstLine?: number | undefined
  className?: string | undefined
}

const LINE_END = /\r\n|[\r\n]/

export function IssueCode({ label, code, firstLine, className }: IssueCodeProps) {
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
          {code.split(LINE_END).map((line, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order, and may repeat
              key={index}
              data-line={hasNumbers ? firstLine + index : undefined}
              className={clsx(
                'relative block min-h-5 whitespace-pre-wrap break-all pr-3',
                hasNumbers
                  ? 'pl-14 before:absolute before:left-0 before:w-11 before:select-none before:text-right before:text-ink-faint before:content-[attr(data-line)]'
                  : 'pl-3',
              )}
            >
              <CrawledText text={line} dir="ltr" />
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}
