/** URLs of an issue: the first few, the others on request, and how many more there are than were stored. */
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { formatCount, formatNumber } from '../components/format.ts'
import { UrlText } from '../components/url-text.tsx'

interface IssueUrlListProps {
  urls: readonly string[]
  /** How many there are in all; `urls` may hold fewer. */
  total?: number | undefined
  /** URLs of it are shown without it. */
  origin?: string | undefined
  /** Link of a URL inside the product. */
  hrefOf?: ((url: string) => string) | undefined
}

const SHOWN_AT_FIRST = 8

export function IssueUrlList({ urls, total = urls.length, origin, hrefOf }: IssueUrlListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? urls : urls.slice(0, SHOWN_AT_FIRST)
  const notStored = total - urls.length
  return (
    <>
      <ul className="divide-y divide-line rounded-control border border-line">
        {shown.map((url, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order, and URLs may repeat
          <li key={index} className="px-3 py-1 text-[0.8125rem]">
            <UrlText url={url} origin={origin} href={hrefOf?.(url)} />
          </li>
        ))}
      </ul>
      {shown.length < urls.length && (
        <Button size="small" variant="link" className="mt-1 px-0" onClick={() => setExpanded(true)}>
          Show all {formatNumber(urls.length)}
        </Button>
      )}
      {shown.length === urls.length && notStored > 0 && (
        <p className="mt-1.5 text-ink-muted text-sm">and {formatCount(notStored, 'more URL')}</p>
      )}
    </>
  )
}
