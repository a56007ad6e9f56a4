/** What the pages answered, as one bar and as a list of links to the pages behind each part. */

import { clsx } from 'clsx'
import { hrefTo } from '#shared/routes.ts'
import { formatNumber } from '../../components/format.ts'

interface StatusBarProps {
  websiteId: number
  /** By status class: `2xx` to `5xx`, and `none` for pages that did not answer. */
  counts: Readonly<Record<string, number>>
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

const parts = [
  { key: '2xx', name: '2xx success', colour: 'bg-chart-green' },
  { key: '3xx', name: '3xx redirect', colour: 'bg-chart-blue' },
  { key: '4xx', name: '4xx client error', colour: 'bg-chart-amber' },
  { key: '5xx', name: '5xx server error', colour: 'bg-chart-red' },
  { key: 'none', name: 'No response', colour: 'bg-chart-purple' },
] as const

export function StatusBar({ websiteId, counts, crawlText }: StatusBarProps) {
  const rows = parts.map(part => ({
    ...part,
    count: counts[part.key] ?? 0,
    href: hrefTo('pages-list', websiteId, { status: part.key, crawl: crawlText }),
  }))
  return (
    <div>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-line">
        {rows.map(
          ({ key, name, count, href, colour }) =>
            count > 0 && (
              // The list below holds the same link for the keyboard; here it is one more target for the pointer.
              <a
                key={key}
                href={href}
                tabIndex={-1}
                title={`${name}: ${formatNumber(count)}`}
                className={clsx('min-w-1.5', colour)}
                style={{ flexGrow: count }}
              >
                <span className="sr-only">{name}</span>
              </a>
            ),
        )}
      </div>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-2 text-sm">
        {rows.map(({ key, name, count, href, colour }) => {
          const text = (
            <>
              <span aria-hidden className={clsx('size-2.5 shrink-0 rounded-[3px]', colour)} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="figures font-medium">{formatNumber(count)}</span>
            </>
          )
          const look = 'flex items-center gap-2 rounded-control px-1.5 py-1'
          return (
            <li key={key}>
              {count > 0 ? (
                <a href={href} className={clsx(look, 'hover:bg-sunken')}>
                  {text}
                </a>
              ) : (
                <span className={clsx(look, 'text-ink-muted')}>{text}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
