/** The first members of a group side by side, their fields aligned; stacked on narrow screens. */

import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { PageResponse } from '#shared/api/pages.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { plainText } from '#shared/plain-text.ts'
import { Badge } from '../../components/badge.tsx'
import { CrawledText, LongCrawledText } from '../../components/crawled-text.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { UrlText } from '../../components/url-text.tsx'
import {
  type ComparedField,
  comparedFields,
  differences,
  groupMembers,
  type Similarity,
  sameFields,
  similarities,
  spellingStatus,
} from './duplicate-group.ts'
import { MEMBERS_SHOWN } from './use-members.ts'

const fieldNames: Record<ComparedField, string> = { title: 'Title', metaDescription: 'Description', h1: 'H1' }

interface MemberComparisonProps {
  issue: IssueResponse
  pages: ReadonlyMap<string, PageResponse>
  isPending: boolean
  pageHref: (url: string) => string
}

export function MemberComparison({ issue, pages, isPending, pageHref }: MemberComparisonProps) {
  const urls = shownMembers(issue)
  const same = sameFields(urls.flatMap(url => pages.get(url) ?? []))
  const alike = similarities(issue)
  const parts = differences(issue)
  const spellings = spellingStatus(issue)
  return (
    <ul
      className="mt-2 grid gap-x-3 gap-y-2 lg:grid-cols-[repeat(var(--members),minmax(0,1fr))] lg:gap-y-0"
      style={{ '--members': urls.length } as CSSProperties}
    >
      {urls.map(url => (
        <li
          key={url}
          // Six rows: URL, three fields, figures, similarity.
          className="grid min-w-0 content-start gap-y-2 rounded-control border border-line bg-canvas p-3 lg:row-span-6 lg:grid-rows-subgrid"
        >
          <div className="flex min-w-0 flex-wrap items-center gap-x-2">
            <UrlText url={url} href={pageHref(url)} />
            {url === issue.pageUrl && <Badge tone="accent">Most linked</Badge>}
          </div>
          <Member
            page={pages.get(url)}
            isPending={isPending}
            same={same}
            spelling={spellings.get(url)}
            proof={<Proof similarity={alike.get(url)} difference={parts.get(url)} />}
          />
        </li>
      ))}
    </ul>
  )
}

/** The members that were fetched. */
function shownMembers(issue: IssueResponse): string[] {
  return groupMembers(issue).slice(0, MEMBERS_SHOWN)
}

interface MemberProps {
  /** undefined while loading, and for a URL that is not a page of the crawl. */
  page: PageResponse | undefined
  isPending: boolean
  same: ReadonlySet<ComparedField>
  /** Status of another spelling of the host. */
  spelling: string | undefined
  proof: ReactNode
}

function Member({ page, isPending, same, spelling, proof }: MemberProps) {
  if (!page)
    return (
      <>
        {comparedFields.map(field => (
          <Field key={field} name={fieldNames[field]}>
            {isPending ? <Skeleton className="my-0.5" /> : <span className="text-ink-faint">unknown</span>}
          </Field>
        ))}
        <p className="text-ink-muted text-xs leading-5">
          {spelling === undefined ? 'Not among the pages of this crawl' : `Status: ${plainText(spelling)}`}
        </p>
        {proof}
      </>
    )
  return (
    <>
      {comparedFields.map(field => (
        <Field key={field} name={fieldNames[field]} isSame={same.has(field)}>
          {page[field] ? (
            <LongCrawledText text={page[field]} className="break-words" />
          ) : (
            <span className="text-ink-faint italic">None</span>
          )}
        </Field>
      ))}
      <p className="figures text-ink-muted text-xs leading-5">
        {page.wordCount !== null && `${formatCount(page.wordCount, 'word')}, `}
        {isKnownDepth(page.depth) ? `${formatCount(page.depth, 'click')} from the start page` : 'Found in a sitemap'},
        linked from {formatCount(page.inlinkCount, 'page')}
      </p>
      {proof}
    </>
  )
}

function Field({ name, isSame = false, children }: { name: string; isSame?: boolean; children: ReactNode }) {
  return (
    <dl className="min-w-0 text-sm">
      <dt className="flex items-center gap-1.5 text-ink-muted text-xs leading-5">
        {name}
        {isSame && <span className="rounded-full bg-warning-soft px-1.5 text-warning">same</span>}
      </dt>
      <dd className={clsx('min-w-0', isSame && 'text-ink-muted')}>{children}</dd>
    </dl>
  )
}

function Proof({ similarity, difference }: { similarity: Similarity | undefined; difference: string | undefined }) {
  return (
    <div className="min-w-0 text-xs leading-5">
      {similarity && (
        <p className="flex min-w-0 items-center gap-1.5">
          <Badge tone="warning">
            <CrawledText text={similarity.share} /> alike
          </Badge>
          <span className="shrink-0 text-ink-muted">to</span>
          <UrlText url={similarity.with} hasActions={false} />
        </p>
      )}
      {difference !== undefined && (
        <p className="mt-1 break-words text-ink-muted">
          <CrawledText text={difference} />
        </p>
      )}
    </div>
  )
}
