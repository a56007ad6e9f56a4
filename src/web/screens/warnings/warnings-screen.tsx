/** "Warnings": counts of each group, and the list. The donut's "Other Issues" of every severity link here, too. */
import { Copy, CornerUpRight, FileText, type LucideIcon, Shapes } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { CountCards } from '../../components/count-cards.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount } from '../../components/format.ts'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { IssueFilterChip } from '../../issues/issue-filters.tsx'
import { IssueReport } from '../../issues/issue-report.tsx'
import type { IssueScope } from '../../issues/issue-scope.ts'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { NoIssues } from '../../issues/no-issues.tsx'
import { firstPage } from '../../issues/paged-issues.tsx'
import { useIssueCount } from '../../queries/issues.ts'
import { useUrlState } from '../../state/url-state.ts'
import { type WarningGroup, type WarningGroupKey, warningGroup, warningGroups } from './warning-groups.ts'

/** `category` is a slice of the donut; only "other" has no screen of its own. */
const urlDefaults = { group: '', category: '', type: '', ...firstPage }
const OTHER_SLICE = 'other'

const icons: Record<WarningGroupKey, LucideIcon> = {
  meta: FileText,
  redirects: CornerUpRight,
  duplicates: Copy,
  other: Shapes,
}

export function WarningsScreen() {
  return (
    <IssueScreen
      title="Warnings"
      describe={found}
      above={crawl => <WarningCounts {...crawl} />}
      empty={<NoSelectedWebsite see="its warnings" />}
      list={crawl => <Warnings {...crawl} />}
    />
  )
}

function found({ warningCount, pagesCrawled, url }: CrawlResultResponse) {
  return (
    <p className="figures break-words">
      Found {formatCount(warningCount, 'warning')} from crawling {formatCount(pagesCrawled, 'page')} of{' '}
      <CrawledText text={url} dir="ltr" />
    </p>
  )
}

function WarningCounts({ websiteId, crawlText }: IssueScreenCrawl) {
  const [{ group: chosen }, changeUrl] = useUrlState(urlDefaults)
  const counts = useGroupCounts(websiteId, idNumber(crawlText) ?? undefined)
  return (
    <CountCards
      label="Warnings by group"
      chosen={warningGroup(chosen)?.key ?? ''}
      onChoose={group => changeUrl({ ...urlDefaults, group })}
      cards={warningGroups.map(({ key, label, hint }) => ({
        key,
        label,
        hint,
        icon: icons[key],
        value: counts[key],
        href: hrefTo('warnings', websiteId, { group: key === chosen ? '' : key, crawl: crawlText }),
      }))}
    />
  )
}

function useGroupCounts(websiteId: number, crawl: number | undefined): Record<WarningGroupKey, number | null> {
  const filter = (key: WarningGroupKey) => ({ severity: 'warning', type: warningGroup(key)?.types.join(','), crawl })
  return {
    meta: useIssueCount(websiteId, filter('meta')),
    redirects: useIssueCount(websiteId, filter('redirects')),
    duplicates: useIssueCount(websiteId, filter('duplicates')),
    other: useIssueCount(websiteId, filter('other')),
  }
}

function Warnings(place: IssueScreenCrawl) {
  const [{ group: groupKey, category }, changeUrl] = useUrlState(urlDefaults)
  const isSlice = category === OTHER_SLICE
  const group = warningGroup(groupKey)
  const showAll = () => changeUrl(urlDefaults)
  return (
    <>
      {isSlice && (
        <div className="flex min-w-0 px-3 pt-3 sm:px-5">
          <IssueFilterChip label="Shown" value="Other Issues, of every severity" onRemove={showAll} />
        </div>
      )}
      <IssueReport
        {...place}
        label="Warnings"
        scope={scopeOf(isSlice, group)}
        isNarrowed={isSlice || group !== null}
        onClear={showAll}
        none={
          <NoIssues
            crawl={place.crawl}
            title="No Warnings Found"
            whileRunning="The crawl is running. Warnings appear here as they are found."
            whenNone="No page of this crawl has a warning."
          />
        }
        noMatch="No warning of this crawl matches the filters."
      />
    </>
  )
}

function scopeOf(isSlice: boolean, group: WarningGroup | null): IssueScope {
  if (isSlice) return { category: OTHER_SLICE }
  return { severity: 'warning', ...(group && { types: group.types }) }
}
