/** "Passed Checks": the pages without an error or a warning of their own, and what is good about them. */
import { CornerUpRight, Globe, Heading, type LucideIcon, TextQuote } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { CountCards } from '../../components/count-cards.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { FetchErrorState, LoadingState } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { usePages } from '../../queries/pages.ts'
import { idNumber, useUrlState } from '../../state/url-state.ts'
import { countPassed, type PassedKind, passedKind, passedKindKeys } from './passed-pages.ts'
import { PassedTable } from './passed-table.tsx'

const urlDefaults = { kind: '', page: '1' }
const WAITING = 'Loading pages...'

const looks: Record<PassedKind, { label: string; hint: string; icon: LucideIcon }> = {
  ok: { label: '200 OK Pages', hint: 'Answer at their own address', icon: Globe },
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
      list={place => <Passed {...place} />}
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

const passedFilter = { passed: true }

function usePassedPages({ websiteId, crawlText }: IssueScreenCrawl) {
  return usePages(websiteId, { crawlId: idNumber(crawlText), filter: passedFilter })
}

function PassedCounts(place: IssueScreenCrawl) {
  const [{ kind: chosen }, changeUrl] = useUrlState(urlDefaults)
  const { data: pages } = usePassedPages(place)
  const counts = pages && countPassed(pages)
  return (
    <CountCards
      label="Passed pages by what is good about them"
      chosen={passedKind(chosen) ?? ''}
      onChoose={kind => changeUrl({ kind, page: '1' })}
      cards={passedKindKeys.map(key => ({
        key,
        ...looks[key],
        value: counts?.[key] ?? null,
        href: hrefTo('passed', place.websiteId, { kind: key === chosen ? '' : key, crawl: place.crawlText }),
      }))}
    />
  )
}

function Passed(place: IssueScreenCrawl) {
  const { data: pages, error, refetch } = usePassedPages(place)
  if (pages) return <PassedTable {...place} pages={pages} />
  if (error) return <FetchErrorState what="Failed to fetch pages" error={error} onRetry={() => void refetch()} />
  return <LoadingState message={WAITING} rows={16} />
}
