/** "Site Structure Visualization": the pages of a site as a graph and as a tree, with an analysis. */
import { RotateCw, Share2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { StructureResponse } from '#shared/api/structure.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CrawlChoice } from '../../components/crawl-choice.tsx'
import { CrawlProgressNote } from '../../components/crawl-progress-note.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { FetchErrorState, LoadingState, Skeleton } from '../../components/fetch-states.tsx'
import { NoWebsite } from '../../components/no-website.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useDebouncedText } from '../../components/search-input.tsx'
import { EmptyState } from '../../components/states.tsx'
import { isCrawlActive, useCrawlResult } from '../../queries/crawls.ts'
import { useStructure } from '../../queries/page-detail.ts'
import { useActiveCrawl } from '../../queries/websites.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { AnalysisCard } from './analysis-card.tsx'
import { GraphCard } from './graph-card.tsx'
import { PagesCard } from './pages-card.tsx'
import { filteredPages, inTreeOrder, pageFilters, structurePages } from './structure-pages.ts'

const urlDefaults = { crawl: '', find: '', show: '', links: '', page: '1' }

export function SiteStructureScreen() {
  const { websiteId, isPending } = useActiveCrawl()
  const [{ crawl: crawlText }, changeUrl] = useUrlState(urlDefaults)
  const crawlId = idNumber(crawlText)
  const { data: crawl, error, refetch } = useCrawlResult(websiteId, crawlId)
  const isActive = crawl !== undefined && isCrawlActive(crawl)
  const structure = useStructure({ websiteId, crawlId, isCrawlActive: isActive })
  const isAwaited = !error && (websiteId !== null || isPending)
  return (
    <>
      <PageHeader
        title="Site Structure Visualization"
        description={
          crawl ? (
            <CrawledText text={crawl.url} dir="ltr" className="break-all" />
          ) : (
            isAwaited && <Skeleton className="my-0.5 w-64 max-w-full" />
          )
        }
        actions={
          <>
            {crawl && isActive && (
              <>
                <CrawlProgressNote crawl={crawl} />
                <Button isBusy={structure.isFetching} onClick={() => void structure.refetch()}>
                  {!structure.isFetching && <RotateCw aria-hidden />}
                  Update
                </Button>
              </>
            )}
            <CrawlChoice crawlText={crawlText} onCrawl={value => changeUrl({ crawl: value, page: '1' })} />
          </>
        }
      />
      {websiteId === null ? (
        <Card>
          <NoWebsite isPending={isPending} waitingText="Loading structure..." empty={<NoStructure />} />
        </Card>
      ) : error && !crawl ? (
        <Card>
          <FetchErrorState what="Failed to fetch crawl results" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : structure.error && !structure.data ? (
        <Card>
          <FetchErrorState
            what="Failed to fetch site structure"
            error={structure.error}
            onRetry={() => void structure.refetch()}
          />
        </Card>
      ) : !structure.data ? (
        <Card>
          <LoadingState message="Loading structure..." rows={24} />
        </Card>
      ) : structure.data.paths.length === 0 ? (
        <Card>
          <NoStructure />
        </Card>
      ) : (
        <Structure websiteId={websiteId} crawlText={crawlText} structure={structure.data} />
      )}
    </>
  )
}

function NoStructure() {
  return (
    <EmptyState
      icon={Share2}
      title="No site structure data available. Please crawl a website first."
      action={
        <Button href={hrefTo('landing')} variant="primary">
          Crawl a website
        </Button>
      }
    />
  )
}

interface StructureProps {
  websiteId: number
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  structure: StructureResponse
}

function Structure({ websiteId, crawlText, structure }: StructureProps) {
  const [urlState, changeUrl] = useUrlState(urlDefaults)
  const [searchText, setSearchText] = useDebouncedText(urlState.find, find => changeUrl({ find, page: '1' }))
  const show = pageFilters.find(filter => filter === urlState.show) ?? ''
  const pages = useMemo(() => structurePages(structure), [structure])
  const tree = useMemo(() => inTreeOrder(pages), [pages])
  const rows = useMemo(() => filteredPages(tree, { show, search: urlState.find }), [tree, show, urlState.find])
  const found = useMemo(
    () => (urlState.find.trim() === '' ? null : numbersOf(filteredPages(pages, { show: '', search: urlState.find }))),
    [pages, urlState.find],
  )
  const pageHref = useCallback(
    (url: string) => hrefTo('page-insights', websiteId, { url, crawl: crawlText }),
    [websiteId, crawlText],
  )
  const showAll = () => {
    setSearchText('')
    changeUrl({ find: '', show: '', page: '1' })
  }
  return (
    <>
      <GraphCard
        structure={structure}
        pages={pages}
        searchText={searchText}
        onSearch={setSearchText}
        found={found}
        areLinksShown={urlState.links === 'shown'}
        onShowLinks={areShown => changeUrl({ links: areShown ? 'shown' : '' })}
        pageHref={pageHref}
      />
      <AnalysisCard websiteId={websiteId} crawlText={crawlText} pages={pages} totalPages={structure.totalPages} />
      <PagesCard
        rows={rows}
        isWhole={show === '' && found === null}
        show={show}
        onShow={next => changeUrl({ show: next, page: '1' })}
        onShowAll={showAll}
        page={pageNumber(urlState.page)}
        onPage={next => changeUrl({ page: String(next) })}
        pageHref={pageHref}
        websiteId={websiteId}
        crawlText={crawlText}
      />
    </>
  )
}

function numbersOf(pages: readonly { index: number }[]): ReadonlySet<number> {
  return new Set(pages.map(page => page.index))
}
