/** How the main text of a page changed, word by word. */
import { CrawledText } from '../../components/crawled-text.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
import { type ComparedCrawls, useComparedText } from '../../queries/comparison.ts'

interface TextChangesProps {
  compared: ComparedCrawls
  page: { url: string; earlierUrl: string }
}

/** Characters that are shown of a part that is the same, around what changed. */
const CONTEXT = 200

export function TextChanges({ compared, page }: TextChangesProps) {
  const comparison = useComparedText(compared, page)
  return (
    <Fetched query={comparison} what="Failed to fetch the text" message="Comparing the texts..." rows={5}>
      {data => (
        <div className="space-y-3 p-5 text-sm">
          {data.isCut && (
            <p className="text-ink-muted">The texts are longer, or differ more, than what is compared word by word.</p>
          )}
          <p className="whitespace-pre-wrap break-words leading-6">
            {data.parts.map(({ kind, text }, index) => {
              if (kind === 'added')
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
                  <ins key={index} className="bg-success-soft text-ink">
                    <CrawledText text={text} />
                  </ins>
                )
              if (kind === 'removed')
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
                  <del key={index} className="bg-error-soft text-ink">
                    <CrawledText text={text} />
                  </del>
                )
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
              return <CrawledText key={index} text={shortened(text)} />
            })}
          </p>
        </div>
      )}
    </Fetched>
  )
}

function shortened(text: string): string {
  return text.length <= 2 * CONTEXT ? text : `${text.slice(0, CONTEXT)} … ${text.slice(-CONTEXT)}`
}
