/**
 * Untrusted text, from a crawled site or from the URL: the only way to show it. It is a text node, isolated from its surroundings
 * (`bdi`); invisible and control characters become small marks, and stacked combining marks stay on their line. For attributes and
 * options use `plainText` (shared/plain-text.ts).
 */
import { useState } from 'react'
import { markText, type TextPiece, textPieces } from '#shared/plain-text.ts'
import { Button } from './button.tsx'
import { formatNumber } from './format.ts'

interface CrawledTextProps {
  text: string
  /** `ltr` for URLs and code, whatever their letters; other text has the direction of its first letter. */
  dir?: 'ltr' | undefined
  className?: string | undefined
}

export function CrawledText({ text, dir, className }: CrawledTextProps) {
  return (
    <bdi dir={dir} className={className}>
      {textPieces(text).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order, and may repeat
        <Piece key={index} piece={piece} />
      ))}
    </bdi>
  )
}

function Piece({ piece }: { piece: TextPiece }) {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'mark')
    return (
      <bdi
        dir="ltr"
        title="Invisible character"
        className="mx-px whitespace-nowrap rounded-[3px] border border-line-strong bg-sunken px-0.5 font-mono font-normal text-[0.75em] text-ink-muted"
      >
        {markText(piece)}
      </bdi>
    )
  return (
    <span className="inline-block h-[1lh] overflow-clip whitespace-pre align-bottom">
      {piece.base}
      {piece.marks}
    </span>
  )
}

/** Longer texts are cut: about five lines of a panel. */
const MAX_SHOWN_LENGTH = 400

/** The same for long texts: the beginning, and the whole on demand. */
export function LongCrawledText({ text, className }: Pick<CrawledTextProps, 'text' | 'className'>) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? text : beginningOf(text, MAX_SHOWN_LENGTH)
  return (
    <>
      <CrawledText text={shown} className={className} />
      {shown !== text && (
        <Button size="small" variant="link" className="ml-1.5 h-auto px-0" onClick={() => setWhole(true)}>
          Show all {formatNumber(text.length)} characters
        </Button>
      )}
    </>
  )
}

/** At most `maxLength` UTF-16 units and an ellipsis; no half of a surrogate pair. */
export function beginningOf(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const isPairSplit = (text.codePointAt(maxLength - 1) ?? 0) > 0xffff
  return `${text.slice(0, isPairSplit ? maxLength - 1 : maxLength)}…`
}
