/** "Structure Analysis": three numbers, each leading to the rows that it counts, and what makes a structure good. */
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

/** Of the list of pages on this screen. */
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
          Depth counts the parts of a path, such as 2 for /breads/rye. Problem pages answered with 400 or above, or not
          at all.
          {pages.length < totalPages && ` Both are of the ${formatNumber(pages.length)} pages shown.`}
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
          <li>Use a logical hierarchy: let the path of a page say where it belongs.</li>
          <li>
            Link related content, so that visitors and crawlers find one page from the other.{' '}
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
          <li>Consider breadcrumbs: they show where a page stands, and link it to what is above.</li>
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
