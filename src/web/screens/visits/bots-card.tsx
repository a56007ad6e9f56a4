/** Who sent the requests of the access logs: people, search engines, AI bots; and which of them are who they claim to be. */
import type { VisitsResponse } from '#shared/api/visits.ts'
import { type BotKind, botKindLabels, botKinds } from '#shared/bots.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { formatDateTime, formatNumber, formatPercent } from '../../components/format.ts'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'

type Bots = VisitsResponse['bots']

export function BotsCard({ bots, people }: { bots: Bots; people: number }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>People and bots</CardTitle>
      </CardHeader>
      <CardContent>
        <Shares bots={bots} people={people} />
      </CardContent>
      <Table label="Requests by bot">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Bot</TableHeaderCell>
            <TableHeaderCell>Kind</TableHeaderCell>
            <TableHeaderCell className="md:text-right">Requests</TableHeaderCell>
            <TableHeaderCell>Verified</TableHeaderCell>
            <TableHeaderCell>Status codes</TableHeaderCell>
            <TableHeaderCell>Last visit</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {bots.map(bot => (
            <TableRow key={bot.id}>
              <TableCell>
                <span className="font-medium">{bot.name}</span>
                {bot.maker !== '' && <span className="text-ink-muted"> {bot.maker}</span>}
              </TableCell>
              <TableCell label="Kind">{botKindLabels[bot.kind]}</TableCell>
              <TableCell label="Requests" className="figures md:text-right">
                {formatNumber(bot.requests)}
              </TableCell>
              <TableCell label="Verified">
                <Verified bot={bot} />
              </TableCell>
              <TableCell label="Status codes" className="figures whitespace-nowrap">
                {Object.entries(bot.statuses)
                  .sort()
                  .map(([name, count]) => `${name} ${formatNumber(count)}`)
                  .join(', ')}
              </TableCell>
              <TableCell label="Last visit" className="whitespace-nowrap">
                {bot.lastAt === null ? '–' : formatDateTime(bot.lastAt)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

function Verified({ bot: { requests, verified, outside, rangesDate } }: { bot: Bots[number] }) {
  if (rangesDate === null) return <span className="text-ink-muted">Not verifiable</span>
  const title = `By the IP ranges that its maker published, as of ${rangesDate}`
  return (
    <span title={title} className="figures inline-flex flex-wrap gap-1.5">
      {verified > 0 && <Badge tone="success">{formatPercent(verified, requests)} verified</Badge>}
      {outside > 0 && <Badge tone="warning">{formatNumber(outside)} from other IP addresses</Badge>}
      {verified + outside === 0 && <span className="text-ink-muted">Not verifiable</span>}
    </span>
  )
}

function Shares({ bots, people }: { bots: Bots; people: number }) {
  const sumOf = (kind: BotKind) =>
    bots.filter(bot => bot.kind === kind).reduce((sum, { requests }) => sum + requests, 0)
  const parts = [
    { label: 'People', count: people },
    ...botKinds.map(kind => ({ label: botKindLabels[kind], count: sumOf(kind) })),
  ].filter(({ count }) => count > 0)
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {parts.map(({ label, count }) => (
        <div key={label}>
          <dt className="text-ink-muted text-xs leading-5">{label}</dt>
          <dd className="figures font-semibold text-lg leading-7">
            {formatPercent(count, total)}
            <span className="ml-1.5 font-normal text-ink-muted text-sm">{formatNumber(count)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
