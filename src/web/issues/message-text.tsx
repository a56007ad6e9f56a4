/** A sentence about a crawled site. URLs of the site are shown without its origin, as links to the insights of their page. */
import { parseHttpUrl } from '#shared/url.ts'
import { CrawledText } from '../components/crawled-text.tsx'
import { withoutOrigin } from '../components/url-text.tsx'

interface MessageTextProps {
  text: string
  origin: string
  pageHref: (url: string) => string
}

/** Without the punctuation of the sentence at its end. */
const URLS = /https?:\/\/[^\s<>"“”]+[^\s<>"“”.,:;!?)\]]/g

export function MessageText({ text, origin, pageHref }: MessageTextProps) {
  return piecesOf(text).map(({ piece, isUrl, start }) => {
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

function piecesOf(text: string): { piece: string; isUrl: boolean; start: number }[] {
  const pieces: { piece: string; isUrl: boolean; start: number }[] = []
  let end = 0
  for (const { 0: url, index } of text.matchAll(URLS)) {
    if (index > end) pieces.push({ piece: text.slice(end, index), isUrl: false, start: end })
    pieces.push({ piece: url, isUrl: true, start: index })
    end = index + url.length
  }
  if (end < text.length) pieces.push({ piece: text.slice(end), isUrl: false, start: end })
  return pieces
}
