/** "Issues by Check": what each check found, how much it affects and what fixing it gains; each opens its causes, a cause its pages. */
import { ListChecks } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { formatCount, formatNumber } from '../../components/format.ts'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { numberLinkLook } from '../../components/number-link.tsx'
import { IssueScreen } from '../../issues/issue-screen.tsx'
import { NoIssues } from '../../issues/no-issues.tsx'
import { useKnownCrawlChecks } from '../../queries/issues.ts'
import { idNumber, useUrlState } from '../../state/url-state.ts'
import { CheckList } from './check-list.tsx'

export function IssuesByCheckScreen() {
  return (
    <IssueScreen
      title="Issues by Check"
      describe={crawl => <Summary crawl={crawl} />}
      action={({ websiteId, crawlText }) => (
        <ListExportMenu
          list={{ websiteId, part: 'issues', query: { crawl: idNumber(crawlText) ?? undefined } }}
          isEmpty={false}
        />
      )}
      empty={<NoSelectedWebsite see="what its checks found" />}
      list={place => (
        <CheckList
          {...place}
          none={
            <NoIssues
              crawl={place.crawl}
              icon={ListChecks}
              whileRunning="The crawl is running. Checks appear here as they find issues."
            />
          }
        />
      )}
    />
  )
}

const urlDefaults = { crawl: '' }

function Summary({ crawl }: { crawl: CrawlResultResponse }) {
  const [{ crawl: crawlText }] = useUrlState(urlDefaults)
  const checks = useKnownCrawlChecks(crawl.websiteId, idNumber(crawlText) ?? undefined) ?? []
  const { websiteId, errorCount, warningCount, infoCount, pagesChecked, pagesCrawled } = crawl
  const found = checks.filter(({ issueCount }) => issueCount > 0).length
  const issueCount = errorCount + warningCount + infoCount
  return (
    <p className="figures">
      <a href={hrefTo('errors', websiteId, { crawl: crawlText })} className={numberLinkLook}>
        {formatCount(issueCount, 'issue')}
      </a>{' '}
      in {formatCount(found, 'check')} · {formatNumber(pagesChecked)} of{' '}
      <a href={hrefTo('pages-list', websiteId, { crawl: crawlText })} className={numberLinkLook}>
        {formatCount(pagesCrawled, 'page')}
      </a>{' '}
      checked
    </p>
  )
}
