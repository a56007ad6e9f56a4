/** The facts of a page that fit on one screen: its answer, how it looks in search, its meta data, its outline and its figures. */
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import { FiguresPart } from './figures-part.tsx'
import { HeadingsPart } from './headings-part.tsx'
import { IndexingPart } from './indexing-part.tsx'
import { LinkFiguresPart } from './link-figures-part.tsx'
import { MetaPart } from './meta-part.tsx'
import { RenderingPart } from './rendering-part.tsx'
import { ResponsePart } from './response-part.tsx'
import { SnippetPart } from './snippet-part.tsx'

interface OverviewProps {
  detail: PageDetailResponse
  /** The insights of another page. */
  pageHref: (url: string) => string
}

export function Overview({ detail, pageHref }: OverviewProps) {
  const { page, facts, indexability } = detail
  return (
    <div className="grid gap-x-8 gap-y-7 p-4 sm:p-5 xl:grid-cols-2">
      <div className="min-w-0 space-y-7">
        <ResponsePart detail={detail} />
        {indexability && <IndexingPart indexability={indexability} facts={facts} pageHref={pageHref} />}
        {facts?.rendering && <RenderingPart rendering={facts.rendering} pageHref={pageHref} />}
        {page && <LinkFiguresPart page={page} />}
        {page && facts && <FiguresPart page={page} facts={facts} />}
      </div>
      {facts && (
        <div className="min-w-0 space-y-7">
          <SnippetPart url={detail.url} facts={facts} isIndexable={indexability?.isIndexable ?? false} />
          <MetaPart facts={facts} h1={page?.h1 ?? ''} />
          <HeadingsPart headings={facts.headings} />
        </div>
      )}
    </div>
  )
}
