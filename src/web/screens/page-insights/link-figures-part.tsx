/** How the page stands among the links of its site. */
import type { PageResponse } from '#shared/api/pages.ts'
import { formatCount, formatNumber } from '../../components/format.ts'
import { FactsList } from './facts-list.tsx'
import { Part } from './part.tsx'

/** Draws nothing until the links of the crawl are counted. */
export function LinkFiguresPart({ page }: { page: PageResponse }) {
  const { linkScore, inlinks, followedInlinkPages, outlinks, outlinkTargets, followedOutlinks, externalOutlinks } = page
  if (inlinks === null) return null
  return (
    <Part title="Internal links">
      <FactsList
        facts={[
          {
            name: 'Link score',
            value:
              linkScore === null ? (
                <span className="text-ink-muted">None: search engines may not list this address</span>
              ) : (
                <>
                  {linkScore} of 100 <span className="text-ink-muted">{standing(linkScore)}</span>
                </>
              ),
          },
          {
            name: 'Links in',
            value: `${formatCount(inlinks, 'link')}; ${formatCount(followedInlinkPages ?? 0, 'page')} with one that may be followed`,
          },
          outlinks !== null &&
            outlinks > 0 && {
              name: 'Links out',
              value:
                `${formatCount(outlinks, 'link')} to ${formatCount(outlinkTargets ?? 0, 'address', 'addresses')}; ` +
                `${formatNumber(followedOutlinks ?? 0)} may be followed, ${formatNumber(externalOutlinks ?? 0)} leave the site`,
            },
        ]}
      />
    </Part>
  )
}

function standing(score: number): string {
  if (score === 100) return 'the best-linked page of the site'
  return score === 0 ? 'no counted link leads here' : 'on a logarithmic scale; the best-linked page has 100'
}
