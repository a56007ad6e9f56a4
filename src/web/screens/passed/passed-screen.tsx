/** "Passed Checks": pages without errors or warnings of their own, counted by what is good about them, and what each check checked. */
import { CornerUpRight, Globe, Heading, type LucideIcon, TextQuote } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { type PageKind, pageKinds } from '#shared/page-list.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { CountCards } from '../../components/count-cards.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount } from '../../components/format.ts'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { usePageCounts } from '../../queries/pages.ts'
import { useUrlState } from '../../state/url-state.ts'
import { CheckCoverage } from './check-coverage.tsx'
import { PassedTable } from './passed-table.tsx'

const urlDefaults = { kind: '', page: '1' }
const WAITING = 'Loading pages...'

const looks: Record<PageKind, { label: string; hint: string; icon: LucideIcon }> = {
  ok: { label: '200 OK Pages', hint: 'Status code 200 without a redirect', icon: Globe },
  redirects: { label: 'Valid Redirects', hint: 'One hop, permanent, to a 200', icon: CornerUpRight },
  titles: { label: 'Pages With Titles', hint: 'Have a title', icon: Heading },
  descriptions: { label: 'Pages With Meta Descriptions', hint: 'Have a meta description', icon: TextQuote },
}

export function PassedScreen() {
  return (
    <IssueScreen
      title="Passed Checks"
      describe={found}
      above={place => <PassedCounts {...place} />}
      empty={<NoSelectedWebsite see="which of its pages pass every check" />}
      waitingText={WAITING}
      list={place => <PassedTable {...place} />}
      below={place => <CheckCoverage {...place} />}
    />
  )
}

function found({ passedCount, overview, url }: CrawlResultResponse) {
  return (
    <p className="figures break-words">
      {passedCount} of {formatCount(overview.totalPages, 'page')} of <CrawledText text={url} dir="ltr" />{' '}
      {passedCount === 1 ? 'has' : 'have'} no error and no warning
    </p>
  )
}

const filters = pageKinds.map(kind => ({ passed: true, kind }))

function PassedCounts(place: IssueScreenCrawl) {
  const [{ kind: chosen }, changeUrl] = useUrlState(urlDefaults)
  const counts = usePageCounts(place.websiteId, { crawlId: idNumber(place.crawlText), filters })
  return (
    <CountCards
      label="Passed pages by what is good about them"
      chosen={pageKinds.find(kind => kind === chosen) ?? ''}
      onChoose={kind => changeUrl({ kind, page: '1' })}
      cards={pageKinds.map((key, index) => ({
        key,
        ...looks[key],
        value: counts[index] ?? null,
        href: hrefTo('passed', place.websiteId, { kind: key === chosen ? '' : key, crawl: place.crawlText }),
      }))}
    />
  )
}
