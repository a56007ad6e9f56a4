/** One block of the help, drawn. */
import { Badge, SeverityBadge } from '../../components/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { CheckCatalogue, type ChecksShown } from './check-catalogue.tsx'
import { type HelpBlock, type HelpText, type Piece, piecesOf } from './help-blocks.ts'

interface HelpBlockViewProps {
  block: HelpBlock
  checks: ChecksShown
}

export function HelpBlockView({ block, checks }: HelpBlockViewProps) {
  switch (block.kind) {
    case 'text':
      return (
        <p className="max-w-prose">
          <HelpTextView text={block.text} />
        </p>
      )
    case 'list':
    case 'steps':
      return <Items block={block} />
    case 'terms':
      return <Terms block={block} />
    case 'table':
      return <Table block={block} />
    case 'bands':
      return <Bands block={block} />
    case 'severities':
      return <Severities block={block} />
    case 'command':
      return <Command text={block.text} />
    case 'checks':
      return <CheckCatalogue {...checks} />
  }
}

type BlockOf<Kind extends HelpBlock['kind']> = Extract<HelpBlock, { kind: Kind }>

function Items({ block }: { block: BlockOf<'list'> | BlockOf<'steps'> }) {
  const List = block.kind === 'steps' ? 'ol' : 'ul'
  return (
    <List
      className={`max-w-prose space-y-1.5 pl-5 marker:text-ink-faint ${block.kind === 'steps' ? 'list-decimal' : 'list-disc'}`}
    >
      {block.items.map(item => (
        <li key={item} className="pl-1">
          <HelpTextView text={item} />
        </li>
      ))}
    </List>
  )
}

function Terms({ block }: { block: BlockOf<'terms'> }) {
  return (
    <dl className="max-w-prose space-y-2.5">
      {block.terms.map(([term, meaning]) => (
        <div key={term}>
          <dt className="font-medium text-ink">
            <HelpTextView text={term} />
          </dt>
          <dd>
            <HelpTextView text={meaning} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Table({ block }: { block: BlockOf<'table'> }) {
  return (
    <table aria-label={block.label} className="w-full max-w-prose text-left text-sm">
      <thead>
        <tr className="border-line border-b text-ink-muted">
          {block.columns.map(column => (
            <th key={column} scope="col" className="py-2 pr-4 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map(row => (
          <tr key={row.join()} className="border-line border-b last:border-b-0">
            {row.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is where it stands
              <td key={index} className="figures py-2 pr-4 align-top first:text-ink">
                <HelpTextView text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Bands({ block }: { block: BlockOf<'bands'> }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {block.bands.map(({ tone, name, meaning }) => (
        <li key={name} className="flex items-center gap-2">
          <Badge tone={tone}>{name}</Badge>
          <HelpTextView text={meaning} />
        </li>
      ))}
    </ul>
  )
}

function Severities({ block }: { block: BlockOf<'severities'> }) {
  return (
    <ul className="space-y-2">
      {block.meanings.map(([severity, meaning]) => (
        <li key={severity} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <SeverityBadge severity={severity} />
          <span>
            <HelpTextView text={meaning} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Command({ text }: { text: string }) {
  return (
    <div className="flex max-w-prose flex-col gap-2 rounded-control border border-line bg-sunken p-1.5 sm:flex-row sm:items-start">
      <code className="min-w-0 flex-1 px-1.5 py-1.5 font-mono text-[0.8125rem] text-ink [overflow-wrap:anywhere]">
        {text}
      </code>
      <CopyButton text={text} what="command" />
    </div>
  )
}

/** A text of the help with its code and links. */
function HelpTextView({ text }: { text: HelpText }) {
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
