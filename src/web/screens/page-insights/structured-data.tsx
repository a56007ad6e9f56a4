/** JSON-LD blocks as in the source; Microdata and RDFa in the same notation. */
import { Braces } from 'lucide-react'
import type { PageFactsResponse } from '#shared/page-detail.ts'
import { plainText } from '#shared/plain-text.ts'
import { Badge } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatNumber } from '../../components/format.ts'
import { EmptyState } from '../../components/states.tsx'
import { IssueCode } from '../../issues/issue-code.tsx'

type Syntax = PageFactsResponse['structuredData']['items'][number]['syntax']
const syntaxNames: Readonly<Record<Syntax, string>> = { 'json-ld': 'JSON-LD', microdata: 'Microdata', rdfa: 'RDFa' }

export function StructuredData({ facts: { structuredData } }: { facts: PageFactsResponse }) {
  const { items, total } = structuredData
  if (items.length === 0)
    return (
      <EmptyState icon={Braces} title="No structured data" description="This page has no JSON-LD, Microdata or RDFa." />
    )
  return (
    <div className="space-y-6 p-4 sm:p-5">
      {items.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks stand in the order of the source, and may repeat
        <section key={index} className="min-w-0">
          <h3 className="mb-2 flex flex-wrap items-center gap-2 font-semibold text-[0.9375rem]">
            {block.types.length === 0 ? (
              'No type'
            ) : (
              <CrawledText text={block.types.join(', ')} className="break-words" />
            )}
            <span className="font-normal text-ink-muted text-sm">{syntaxNames[block.syntax]}</span>
            {block.line > 0 && <span className="font-normal text-ink-muted text-sm">line {block.line}</span>}
            {block.error !== null && <Badge tone="error">Invalid</Badge>}
          </h3>
          {block.error !== null && (
            <p className="mb-2 text-error text-sm">
              <CrawledText text={block.error} className="break-words" />
            </p>
          )}
          <IssueCode
            label={`${syntaxNames[block.syntax]}: ${plainText(block.types.join(', '))}`}
            code={block.code}
            firstLine={block.syntax === 'json-ld' && block.line > 0 ? block.line : undefined}
          />
          {block.isCut && (
            <p className="mt-1 text-ink-muted text-sm">
              The first {formatNumber(block.code.length)} characters are shown.
            </p>
          )}
        </section>
      ))}
      {items.length < total && (
        <p className="text-ink-muted text-sm">
          Showing the first {formatNumber(items.length)} of {formatNumber(total)}
        </p>
      )}
    </div>
  )
}
