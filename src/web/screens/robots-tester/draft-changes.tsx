/** What the edited robots.txt would change over all URLs of the crawl. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { robotsEndpoints } from '#shared/api/robots.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { Button } from '../../components/button.tsx'
import { CardTitle } from '../../components/card.tsx'
import { FetchErrorState } from '../../components/fetch-states.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { Pagination } from '../../components/pagination.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { callApi } from '../../queries/api-client.ts'
import { RobotsResult } from './robots-result.tsx'

interface DraftChangesProps {
  websiteId: number
  crawl: number | undefined
  agent: string
  robotsTxt: string
}

interface Compared {
  agent: string
  robotsTxt: string
  page: number
}

export function DraftChanges({ websiteId, crawl, agent, robotsTxt }: DraftChangesProps) {
  const [compared, setCompared] = useState<Compared | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['robots-changes', websiteId, crawl, compared],
    queryFn: ({ signal }) => {
      const { page = 1, ...body } = compared ?? { agent, robotsTxt }
      const query = { crawl, offset: (page - 1) * TABLE_PAGE_SIZE, limit: TABLE_PAGE_SIZE }
      return callApi(robotsEndpoints.robotsChanges, { id: websiteId, query, body, signal })
    },
    enabled: compared !== null,
    placeholderData: keepPreviousData,
  })
  return (
    <section className="grid grid-cols-1 gap-3 border-line border-t pt-4">
      <CardTitle>Changes for this crawl</CardTitle>
      <p className="text-ink-muted text-sm">
        Which URLs of the crawl the draft would block or allow, compared with the published file.
      </p>
      <Button
        isBusy={isFetching}
        className="justify-self-start"
        onClick={() => setCompared({ agent, robotsTxt, page: 1 })}
      >
        {isFetching ? 'Comparing...' : 'Compare'}
      </Button>
      {error && <FetchErrorState what="Failed to compare" error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <>
          <p role="status" className="figures text-sm">
            {formatNumber(data.blockedNow)} of {formatCount(data.urlCount, 'URL')} blocked for {data.agent} now,{' '}
            {formatNumber(data.blockedByDraft)} by the draft.{' '}
            {data.changedCount === 0 ? 'Nothing changes.' : `${formatCount(data.changedCount, 'URL')} would change.`}
          </p>
          {data.changed.length > 0 && (
            <Table label="URLs that the draft would change">
              <TableHead>
                <TableRow>
                  <TableHeaderCell className="w-[45%]">URL</TableHeaderCell>
                  <TableHeaderCell>By the draft</TableHeaderCell>
                  <TableHeaderCell className="w-[40%]">Deciding line</TableHeaderCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {data.changed.map(({ url, draft }) => (
                  <TableRow key={url}>
                    <TableCell className="md:max-w-0">
                      <UrlText url={url} />
                    </TableCell>
                    <RobotsResult result={draft} />
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          )}
          <Pagination
            label="Changed URLs"
            page={compared?.page ?? 1}
            pageSize={TABLE_PAGE_SIZE}
            total={data.changedCount}
            onPage={page => setCompared(known => known && { ...known, page })}
          />
        </>
      )}
    </section>
  )
}
