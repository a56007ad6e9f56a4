/** What the visits say of the crawl, each number with the list behind it. */
import { Bot, FileX2, Recycle, Unlink, Users } from 'lucide-react'
import type { VisitsResponse } from '#shared/api/visits.ts'
import { hrefTo } from '#shared/routes.ts'
import type { VisitTotals } from '#shared/visits.ts'
import { StatCard } from '../../components/stat-card.tsx'

interface VisitCardsProps {
  visits: VisitsResponse
  totals: VisitTotals
  websiteId: number
  crawlText: string
}

export function VisitCards({ visits: { pages, imports }, totals, websiteId, crawlText }: VisitCardsProps) {
  const hasLogs = imports.some(({ kind }) => kind === 'logs')
  const hasVisits = imports.some(({ kind }) => kind !== 'search')
  const listHref = (list: string) => `${hrefTo('visits', websiteId, { list, crawl: crawlText })}#urls`
  const pagesHref = (column: string) =>
    hrefTo('pages-list', websiteId, {
      filters: `status:is:200;${column}:is:0`,
      columns: `url,status,${column},inlinks`,
      crawl: crawlText,
    })
  return (
    <nav aria-label="Visits and the crawl">
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-5">
        <li>
          <StatCard label="Visited, no link" value={totals.lists.unlinked} href={listHref('unlinked')} icon={Unlink} />
        </li>
        {hasVisits && pages !== null && (
          <li>
            <StatCard label="Never visited" value={pages.neverVisited} href={pagesHref('visits')} icon={Users} />
          </li>
        )}
        {hasLogs && pages !== null && (
          <>
            <li>
              <StatCard label="Never by bots" value={pages.neverByBots} href={pagesHref('botRequests')} icon={Bot} />
            </li>
            <li>
              <StatCard label="Crawl waste" value={totals.lists.waste} href={listHref('waste')} icon={Recycle} />
            </li>
            <li>
              <StatCard label="Status differs" value={totals.lists.status} href={listHref('status')} icon={FileX2} />
            </li>
          </>
        )}
      </ul>
    </nav>
  )
}
