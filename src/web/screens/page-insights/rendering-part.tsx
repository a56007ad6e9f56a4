/** What running the page's scripts changed, against its source. Not there when the crawl ran none. */
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { LongCrawledText } from '../../components/crawled-text.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { FactsList } from './facts-list.tsx'
import { Part } from './part.tsx'

interface RenderingPartProps {
  rendering: NonNullable<PageFactsResponse['rendering']>
  pageHref: (url: string) => string
}

export function RenderingPart({ rendering, pageHref }: RenderingPartProps) {
  if (!rendering.isRendered)
    return (
      <Part title="JavaScript">
        <p className="text-sm">
          The page could not be rendered: {rendering.why}. What is said about it is what its source says.
        </p>
      </Part>
    )
  const { isCut, isTruncated, redirectUrl, differences } = rendering
  return (
    <Part title="JavaScript" aside="Rendered">
      <p className="text-sm">
        {isCut
          ? 'Its scripts were not done when their time was up, so the page was read as it stood.'
          : 'The page was read after its scripts had run.'}
        {isTruncated && ' It is too long to be read whole.'}
        {differences.length === 0 && ' They change nothing that is compared.'}
      </p>
      <FactsList
        facts={[
          redirectUrl !== null && {
            name: 'Leads to',
            value: <UrlText url={redirectUrl} href={pageHref(redirectUrl)} />,
          },
          ...differences.map(({ name, source, rendered }) => ({
            name,
            value: (
              <>
                <Value label="Source: " text={source} />
                <Value label="Rendered: " text={rendered} />
              </>
            ),
          })),
        ]}
      />
    </Part>
  )
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <span className="block [overflow-wrap:anywhere]">
      <span className="text-ink-muted">{label}</span>
      {text === '' ? <span className="text-ink-muted">none</span> : <LongCrawledText text={text} />}
    </span>
  )
}
