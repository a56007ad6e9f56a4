/** Links to or from the page, paged by the server. */
import { Link2, SearchX } from 'lucide-react'
import { useId } from 'react'
import { type LinkGroup, linkGroups, type PageLinkResponse } from '#shared/page-detail.ts'
import { Badge, HttpStatus } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { beginningOf, CrawledText } from '../../components/crawled-text.tsx'
import { Fetched, KeptContent } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { Pagination } from '../../components/pagination.tsx'
import { Select } from '../../components/select.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { type PageOfCrawl, usePageLinks } from '../../queries/page-detail.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { noLinksText } from './no-links-text.ts'

interface PageLinksPanelProps {
  page: PageOfCrawl
  direction: 'in' | 'out'
  /** The default group: the one that the number of the tab counts. */
  usualGroup: LinkGroup
  pageHref: (url: string) => string
}

const PAGE_SIZE = 50
const MAX_TEXT_LENGTH = 200
const urlDefaults = { page: '1', group: '' }

const groupNames: Record<LinkGroup, string> = {
  all: 'All links',
  pages: 'Links to pages',
  files: 'Images, styles and other files',
}
const groupOptions = (['all', 'pages', 'files'] as const).map(value => ({ value, label: groupNames[value] }))

export function PageLinksPanel({ page: ofCrawl, direction, usualGroup, pageHref }: PageLinksPanelProps) {
  const id = useId()
  const [urlState, changeUrl] = useUrlState(urlDefaults)
  const group = linkGroups.find(name => name === urlState.group) ?? usualGroup
  const page = pageNumber(urlState.page)
  const part = { direction, group, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
  const links = usePageLinks(ofCrawl, part)
  return (
    <Fetched query={links} what="Failed to fetch links" message="Loading links..." rows={12}>
      {data => (
        <>
          <div className="flex flex-wrap items-center gap-2 border-line border-b p-3 sm:px-5">
            <label htmlFor={id} className="text-ink-muted text-sm">
              Show
            </label>
            <Select
              id={id}
              options={groupOptions}
              value={group}
              onValue={value => changeUrl({ group: value, page: '1' })}
              className="w-64 max-w-full"
            />
            <p role="status" className="figures ml-auto text-ink-muted text-sm">
              {formatCount(data.total, direction === 'in' ? 'page' : 'link')}
            </p>
          </div>
          {data.links.length === 0 ? (
            <NoLinks
              isFiltered={group !== usualGroup || page > 1}
              text={noLinksText(direction, ofCrawl)}
              onShowAll={() => changeUrl({ group: '', page: '1' })}
            />
          ) : (
            <KeptContent isOld={links.isPlaceholderData}>
              <LinksTable links={data.links} direction={direction} pageHref={pageHref} />
            </KeptContent>
          )}
          <Pagination
            page={page}
            pageSize={PAGE_SIZE}
            total={data.total}
            onPage={next => changeUrl({ page: String(next) })}
          />
        </>
      )}
    </Fetched>
  )
}

function NoLinks({ isFiltered, text, onShowAll }: { isFiltered: boolean; text: string; onShowAll: () => void }) {
  return isFiltered ? (
    <EmptyState icon={SearchX} title="No links found" action={<Button onClick={onShowAll}>Show all links</Button>} />
  ) : (
    <EmptyState icon={Link2} title="No links found" description={text} />
  )
}

interface LinksTableProps {
  links: readonly PageLinkResponse[]
  direction: 'in' | 'out'
  pageHref: (url: string) => string
}

function LinksTable({ links, direction, pageHref }: LinksTableProps) {
  return (
    <Table label={direction === 'in' ? 'Pages that link here' : 'Links of this page'} className="md:table-fixed">
      <TableHead>
        <tr>
          <TableHeaderCell>{direction === 'in' ? 'Page' : 'Target'}</TableHeaderCell>
          <TableHeaderCell className="w-[30%]">Text</TableHeaderCell>
          <TableHeaderCell className="w-32">Place</TableHeaderCell>
          {direction === 'in' && <TableHeaderCell className="w-24">Link score</TableHeaderCell>}
          <TableHeaderCell className="w-28">Status</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: links stand in the order of the source, and may repeat
          <TableRow key={index}>
            <TableCell className="md:align-top">
              {link.url === null ? (
                <span className="text-ink-muted">A URL outside the crawl</span>
              ) : (
                <UrlText url={link.url} href={pageHref(link.url)} className="md:pointer-coarse:-mt-1" />
              )}
              <Marks link={link} />
            </TableCell>
            <TableCell label="Text" className="md:align-top">
              <LinkText link={link} />
            </TableCell>
            <TableCell label="Place" className="md:align-top">
              <span>
                {link.region}
                {link.line > 0 && <span className="figures text-ink-muted">, line {link.line}</span>}
              </span>
            </TableCell>
            {direction === 'in' && (
              <TableCell label="Link score" className="figures md:align-top">
                {link.linkScore ?? '–'}
              </TableCell>
            )}
            <TableCell label="Status" className="md:align-top">
              {link.statusCode === null && link.failure !== '' ? (
                <CrawledText
                  text={link.failure}
                  className="min-w-0 break-words text-ink-muted text-xs max-md:text-right"
                />
              ) : link.statusCode === null ? (
                <span className="text-ink-muted text-xs">Not requested</span>
              ) : (
                <HttpStatus status={link.statusCode} />
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function LinkText({ link }: { link: PageLinkResponse }) {
  if (link.text === '')
    return <span className="text-ink-muted">{link.kind === 'anchor' ? 'No text' : `As ${link.kind}`}</span>
  return (
    <span className="min-w-0 [overflow-wrap:anywhere] max-md:text-right">
      <CrawledText text={beginningOf(link.text, MAX_TEXT_LENGTH)} />
      {link.kind !== 'anchor' && <span className="text-ink-muted"> (as {link.kind})</span>}
    </span>
  )
}

function Marks({ link }: { link: PageLinkResponse }) {
  const { isNofollow, rel, isExternal, fragment, count } = link
  const words = rel.filter(word => ['ugc', 'sponsored'].includes(word))
  if (!isNofollow && !isExternal && fragment === null && count === 1) return null
  return (
    <span className="flex flex-wrap items-center gap-1.5 pt-0.5">
      {isNofollow && <Badge tone="warning">nofollow</Badge>}
      {words.map(word => (
        <Badge key={word}>{word}</Badge>
      ))}
      {isExternal && <Badge>External</Badge>}
      {fragment !== null && (
        <span className="break-all font-mono text-ink-muted text-xs">
          #<CrawledText text={beginningOf(fragment, MAX_TEXT_LENGTH)} dir="ltr" />
        </span>
      )}
      {count > 1 && (
        <span className="figures text-ink-muted text-xs">{formatCount(count, 'link')}, the first shown</span>
      )}
    </span>
  )
}
