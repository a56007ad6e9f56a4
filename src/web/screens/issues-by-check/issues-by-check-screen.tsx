/** "Issues by Check": what each check found, how much it affects and what fixing it gains; each opens its causes, a cause its pages. */
import { ListChecks } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { formatCount, formatNumber } from '../../components/format.ts'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { numberLinkLook } from '../../components/number-link.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { NoIssues } from '../../issues/no-issues.tsx'
import { useKnownCrawlChecks } from '../../queries/issues.ts'
import { useUrlState } from '../../state/url-state.ts'
import { CheckList } from './check-list.tsx'

export function IssuesByCheckScreen() {
  return (
    <IssueScreen
      title="Issues by Check"
      describe={crawl => <Summary crawl={crawl} />}
      action={place => <Export {...place} />}
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

const urlDefaults = { crawl: '', segment: '' }

function Export({ websiteId, crawlText }: IssueScreenCrawl) {
  const [{ segment }] = useUrlState(urlDefaults)
  const query = { crawl: idNumber(crawlText) ?? undefined, segment }
  return <ListExportMenu list={{ websiteId, part: 'issues', query }} isEmpty={false} />
}

function Summary({ crawl }: { crawl: CrawlResultResponse }) {
  const [{ crawl: crawlText, segment }] = useUrlState(urlDefaults)
  const { websiteId, errorCount, warningCount, infoCount, pagesChecked, pagesCrawled } = crawl
  const results = useKnownCrawlChecks(websiteId, { crawl: idNumber(crawlText) ?? undefined, segment }) ?? []
  const found = results.filter(({ issueCount }) => issueCount > 0)
  const query = { crawl: crawlText, segment }
  const issueCount =
    segment === '' ? errorCount + warningCount + infoCount : found.reduce((sum, check) => sum + check.issueCount, 0)
  return (
    <p className="figures">
      <a href={hrefTo('errors', websiteId, query)} className={numberLinkLook}>
        {formatCount(issueCount, 'issue')}
      </a>{' '}
      in {formatCount(found.length, 'check')} ·{' '}
      {segment === '' ? (
        <>
          {formatNumber(pagesChecked)} of{' '}
          <a href={hrefTo('pages-list', websiteId, query)} className={numberLinkLook}>
            {formatCount(pagesCrawled, 'page')}
          </a>{' '}
          checked
        </>
      ) : (
        <a href={hrefTo('pages-list', websiteId, query)} className={numberLinkLook}>
          Pages of {segment}
        </a>
      )}
    </p>
  )
}
