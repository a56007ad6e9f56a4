/** A sentence about a crawled site. URLs of the site are shown without its origin, as links to the insights of their page. */
import { parseHttpUrl } from '#shared/url.ts'
import { CrawledText } from '../components/crawled-text.tsx'
import { withoutOrigin } from '../components/url-text.tsx'
import { messagePieces } from './message-pieces.ts'

interface MessageTextProps {
  text: string
  origin: string
  pageHref: (url: string) => string
}

export function MessageText({ text, origin, pageHref }: MessageTextProps) {
  return messagePieces(text).map(({ piece, isUrl, start }) => {
    if (!isUrl || parseHttpUrl(piece)?.origin !== origin) return <CrawledText key={start} text={piece} />
    return (
      <a
        key={start}
        href={pageHref(piece)}
        className="font-mono text-[0.8125rem] underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:text-accent hover:decoration-current"
      >
        <CrawledText text={withoutOrigin(piece, origin)} dir="ltr" />
      </a>
    )
  })
}
