/** "Structure Analysis": three counts linked to their rows, and tips for a good structure. */
import { FileText, Layers, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { hrefTo } from '#shared/routes.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { StatCard } from '../../components/stat-card.tsx'
import { GOOD_CLICKS, type PageFilter, type StructurePage, structureSums, WEAK_LINK_SCORE } from './structure-pages.ts'

interface AnalysisCardProps {
  websiteId: number
  crawlText: string
  pages: readonly StructurePage[]
  totalPages: number
}

/** Id of the list of pages on this screen. */
export const PAGES_ID = 'structure-pages'

export function AnalysisCard({ websiteId, crawlText, pages, totalPages }: AnalysisCardProps) {
  const { maxDepth, problemCount, deepCount, weakCount } = structureSums(pages)
  const rows = (show: PageFilter) => `${hrefTo('site-structure', websiteId, { show, crawl: crawlText })}#${PAGES_ID}`
  const query = { crawl: crawlText }
  return (
    <Card className="mt-4">
      <CardHeader>
        <CardTitle>Structure Analysis</CardTitle>
      </CardHeader>
      <CardContent>
        <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
          <StatCard
            label="Total Pages"
            icon={FileText}
            value={totalPages}
            href={hrefTo('pages-list', websiteId, query)}
          />
          <StatCard label="Max Depth" icon={Layers} value={maxDepth} href={rows('deepest')} />
          <StatCard label="Problem Pages" icon={TriangleAlert} value={problemCount} href={rows('problems')} />
        </div>
        <p className="mt-3 text-ink-muted text-sm">
          Depth is the number of path segments, such as 2 for /breads/rye. Problem pages have a status code of 400 or
          above, or no response.
          {pages.length < totalPages && ` Both count the ${formatNumber(pages.length)} pages shown.`}
        </p>
        <h3 className="mt-5 mb-2 font-semibold text-sm">Tips for a good structure</h3>
        <ul className="list-disc space-y-1.5 pl-5 text-sm marker:text-ink-faint">
          <li>
            Keep important pages within {GOOD_CLICKS} clicks of the homepage.{' '}
            {deepCount === 0 ? (
              <Aside>No page lies deeper.</Aside>
            ) : (
              <Way href={rows('deep')}>{formatCount(deepCount, 'page lies deeper', 'pages lie deeper')}</Way>
            )}
          </li>
          <li>Use a logical hierarchy that the path of each page reflects.</li>
          <li>
            Link related content, so that visitors and crawlers find it.{' '}
            {weakCount === 0 && <Aside>{`No page has a link score below ${WEAK_LINK_SCORE}.`}</Aside>}
            {weakCount !== null && weakCount > 0 && (
              <Way href={rows('weak')}>
                {formatCount(weakCount, 'page has', 'pages have')} a link score below {WEAK_LINK_SCORE}
              </Way>
            )}
          </li>
          <li>
            Fix <Way href={hrefTo('broken-links', websiteId, query)}>broken links</Way> and{' '}
            <Way href={hrefTo('redirects', websiteId, query)}>redirect chains</Way>.
          </li>
          <li>Consider breadcrumbs: they show the position of a page and link to its parent pages.</li>
        </ul>
      </CardContent>
    </Card>
  )
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="figures text-accent underline underline-offset-4">
      {children}
    </a>
  )
}

function Aside({ children }: { children: string }) {
  return <span className="text-ink-muted">{children}</span>
}
