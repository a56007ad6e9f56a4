/** The graph with its search and its choice of lines. Its code, and that of the library behind it, is loaded on demand. */

import { lazy, type ReactNode, Suspense, useId } from 'react'
import type { StructureResponse } from '#shared/api/structure.ts'
import { Card } from '../../components/card.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { SearchInput } from '../../components/search-input.tsx'
import type { StructurePage } from './structure-pages.ts'

const StructureGraph = lazy(() =>
  import('./graph/structure-graph.tsx').then(part => ({ default: part.StructureGraph })),
)

interface GraphCardProps {
  structure: StructureResponse
  pages: readonly StructurePage[]
  searchText: string
  onSearch: (text: string) => void
  /** null when nothing is searched for. */
  found: ReadonlySet<number> | null
  areLinksShown: boolean
  onShowLinks: (areShown: boolean) => void
  pageHref: (url: string) => string
}

export function GraphCard({ structure, pages, searchText, onSearch, found, ...rest }: GraphCardProps) {
  const { areLinksShown, onShowLinks, pageHref } = rest
  const id = useId()
  const { links, totalLinks, omittedPages } = structure
  return (
    <Card aria-label="Graph" className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b p-3 sm:px-5">
        <SearchInput
          label="Search pages..."
          value={searchText}
          onValue={onSearch}
          className="min-w-44 grow basis-56 sm:max-w-sm"
        />
        <p role="status" className="figures min-w-20 text-ink-muted text-sm max-sm:order-last">
          {found && formatCount(found.size, 'match', 'matches')}
        </p>
        <span className="flex items-center gap-2 text-sm sm:ml-auto">
          <input
            id={id}
            type="checkbox"
            checked={areLinksShown}
            onChange={event => onShowLinks(event.target.checked)}
            className="size-4 accent-accent"
          />
          <label htmlFor={id}>
            Show links{' '}
            <span className="figures text-ink-muted">
              {links.length / 2 < totalLinks
                ? `(${formatNumber(links.length / 2)} of ${formatNumber(totalLinks)})`
                : `(${formatNumber(totalLinks)})`}
            </span>
          </label>
        </span>
      </div>
      <Suspense fallback={<GraphPlace />}>
        <StructureGraph pages={pages} links={links} areLinksShown={areLinksShown} found={found} pageHref={pageHref} />
      </Suspense>
      <div className="space-y-1.5 border-line border-t px-4 py-3 sm:px-5">
        <GraphLegend />
        {omittedPages > 0 && (
          <p className="figures text-sm">
            The {formatNumber(pages.length)} pages nearest to the start page are shown; {formatNumber(omittedPages)}{' '}
            more are not shown.
          </p>
        )}
        {areLinksShown && links.length / 2 < totalLinks && (
          <p className="text-ink-muted text-sm">
            For each page, only the links to the least-linked pages are drawn, because navigation links would cover
            everything.
          </p>
        )}
      </div>
    </Card>
  )
}

/** Reserves the space of the graph while its code is loading. */
export function GraphPlace() {
  return <div className="aspect-[8/5] max-h-[70dvh] min-h-80 w-full" />
}

/** The meaning of shapes and colours in the graph. */
function GraphLegend() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-ink-muted text-sm">
      <Entry sign={<circle cx="8" cy="8" r="7" className="fill-chart-blue" />}>Page</Entry>
      <Entry
        sign={
          <>
            <circle cx="8" cy="8" r="7" className="fill-chart-amber" />
            <circle cx="8" cy="8" r="3" className="fill-surface" />
          </>
        }
      >
        Redirect
      </Entry>
      <Entry
        sign={
          <>
            <circle cx="8" cy="8" r="7" className="fill-chart-red" />
            <path d="M5 5l6 6M11 5l-6 6" className="stroke-2 stroke-surface" />
          </>
        }
      >
        Error: 400 or above, or no response
      </Entry>
      <li>Larger: nearer to the top of the site</li>
    </ul>
  )
}

function Entry({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5 shrink-0">
        {sign}
      </svg>
      {children}
    </li>
  )
}
