/** How many pages of a crawl meet conditions, with a link to them. */
import { type PageCondition, writeConditions } from '#shared/page-conditions.ts'
import { hrefTo } from '#shared/routes.ts'
import { usePageCounts } from '../queries/pages.ts'
import { formatCount } from './format.ts'
import { numberLinkLook } from './number-link.tsx'

interface ConditionMatchesProps {
  websiteId: number
  conditions: readonly PageCondition[]
}

export function ConditionMatches({ websiteId, conditions }: ConditionMatchesProps) {
  const filters = writeConditions(conditions)
  const [count = null] = usePageCounts(conditions.length === 0 ? null : websiteId, {
    crawlId: null,
    filters: [{ filters }],
  })
  if (conditions.length === 0) return null
  return (
    <p role="status" className="figures min-h-5 text-ink-muted text-sm">
      {count !== null && (
        <>
          <a href={hrefTo('pages-list', websiteId, { filters })} className={numberLinkLook}>
            {formatCount(count, 'page')}
          </a>{' '}
          of the latest crawl
        </>
      )}
    </p>
  )
}
