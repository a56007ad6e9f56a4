/** Addresses that belong to an issue: the first few at once, the others on request, and how many exist beyond those kept. */
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { formatCount, formatNumber } from '../components/format.ts'
import { UrlText } from '../components/url-text.tsx'

interface IssueUrlListProps {
  urls: readonly string[]
  /** How many there are in all; `urls` may hold fewer. */
  total?: number | undefined
  /** Where an address leads inside the product. */
  hrefOf?: ((url: string) => string) | undefined
}

const SHOWN_AT_FIRST = 8

export function IssueUrlList({ urls, total = urls.length, hrefOf }: IssueUrlListProps) {
  const [isWholeShown, setWholeShown] = useState(false)
  const shown = isWholeShown ? urls : urls.slice(0, SHOWN_AT_FIRST)
  const notKept = total - urls.length
  return (
    <>
      <ul className="divide-y divide-line rounded-control border border-line">
        {shown.map((url, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order, and addresses may repeat
          <li key={index} className="px-3 py-1 text-sm">
            <UrlText url={url} href={hrefOf?.(url)} />
          </li>
        ))}
      </ul>
      {shown.length < urls.length && (
        <Button size="small" variant="link" className="mt-1 px-0" onClick={() => setWholeShown(true)}>
          Show all {formatNumber(urls.length)}
        </Button>
      )}
      {shown.length === urls.length && notKept > 0 && (
        <p className="mt-1.5 text-ink-muted text-sm">and {formatCount(notKept, 'more address', 'more addresses')}</p>
      )}
    </>
  )
}
