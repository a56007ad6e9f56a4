/** A text of the help with its code and links. */
import { type HelpText, type Piece, piecesOf } from './help-blocks.ts'

export function HelpTextView({ text }: { text: HelpText }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change
  return piecesOf(text).map((piece, index) => <PieceView key={index} piece={piece} />)
}

function PieceView({ piece }: { piece: Piece }) {
  switch (piece.kind) {
    case 'code':
      return (
        <code className="rounded border border-line bg-sunken px-1 font-mono text-[0.8125em] text-ink">
          {piece.text}
        </code>
      )
    case 'link':
      return (
        <a href={piece.href} className="text-accent underline underline-offset-4">
          {piece.text}
        </a>
      )
    case 'plain':
      return piece.text
  }
}
