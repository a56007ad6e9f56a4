/** The pages whose speed was measured during the crawl, a few per template, and those not measured. */
import type { ReactNode } from 'react'
import { scoreBand } from '#shared/page-speed.ts'
import { type PageSpeedSample, type SampledSpeed, type SampleGroup, sampleLabel } from '#shared/page-speed-sample.ts'
import { plainText } from '#shared/plain-text.ts'
import { Button } from '../../../components/button.tsx'
import { CrawledText } from '../../../components/crawled-text.tsx'
import { formatCount, formatNumber } from '../../../components/format.ts'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../components/table.tsx'
import { UrlText } from '../../../components/url-text.tsx'
import { deviceNames, formatVital } from './page-speed-labels.ts'
import { SpeedBadge } from './score-ring.tsx'

interface PageSpeedSampleTableProps {
  sample: PageSpeedSample
  /** Called to show the whole report of a measured page. */
  onMeasured: (measured: SampledSpeed) => void
}

export function PageSpeedSampleTable({ sample, onMeasured }: PageSpeedSampleTableProps) {
  return (
    <section aria-label="Measured during the crawl" className="border-line border-t">
      <div className="p-4 sm:p-5">
        <h3 className="font-medium">Measured during the crawl</h3>
        <p className="text-ink-muted text-sm">
          {sampleLabel(sample)}
          {sample.waiting > 0 && `; ${formatNumber(sample.waiting)} still to come`}. Pages of one template are alike, so
          only a few of each are measured. {conditionText(sample)}
        </p>
      </div>
      <Table label="Measured during the crawl">
        <TableHead>
          <tr>
            <TableHeaderCell>Template</TableHeaderCell>
            <TableHeaderCell>Pages</TableHeaderCell>
            <TableHeaderCell>Measured page</TableHeaderCell>
            <TableHeaderCell>Performance</TableHeaderCell>
            <TableHeaderCell>LCP</TableHeaderCell>
            <TableHeaderCell>TBT</TableHeaderCell>
            <TableHeaderCell>CLS</TableHeaderCell>
          </tr>
        </TableHead>
        <TableBody>
          {sample.groups.flatMap(group => [
            ...group.measured.map(measured => (
              <TableRow key={`${group.exampleUrl} ${measured.url}`}>
                <GroupCells group={group} />
                <MeasuredCells measured={measured} onMeasured={onMeasured} />
              </TableRow>
            )),
            ...group.failed.map(({ url, message }) => (
              <TableRow key={`${group.exampleUrl} ${url}`}>
                <GroupCells group={group} />
                <NotMeasured url={url}>{message}</NotMeasured>
              </TableRow>
            )),
            ...(group.measured.length + group.failed.length === 0
              ? [
                  <TableRow key={group.exampleUrl}>
                    <GroupCells group={group} />
                    <NotMeasured url={group.exampleUrl}>Not measured</NotMeasured>
                  </TableRow>,
                ]
              : []),
          ])}
        </TableBody>
      </Table>
    </section>
  )
}

/** How the sample was measured: all of it in the same way. */
function conditionText({ groups }: PageSpeedSample): string {
  const [first] = groups.flatMap(({ measured }) => measured)
  if (!first) return ''
  const by = first.provider === 'google' ? 'Google PageSpeed Insights' : 'this server'
  const runs = formatCount(first.runCount, 'run')
  return `As ${deviceNames[first.device]}, by ${by} with Lighthouse ${first.lighthouseVersion}, ${runs} each.`
}

function GroupCells({ group: { name, pages, templates } }: { group: SampleGroup }) {
  return (
    <>
      <TableCell>
        <CrawledText text={name} dir="ltr" className="font-medium [overflow-wrap:anywhere]" />
        {templates > 1 && <span className="block text-ink-muted text-xs">{formatCount(templates, 'template')}</span>}
      </TableCell>
      <TableCell label="Pages" className="figures">
        {formatNumber(pages)}
      </TableCell>
    </>
  )
}

function NotMeasured({ url, children }: { url: string; children: ReactNode }) {
  return (
    <>
      <TableCell label="Page" className="max-w-72">
        <UrlText url={url} hasActions={false} />
      </TableCell>
      <TableCell colSpan={4} className="text-ink-muted [overflow-wrap:anywhere]">
        {children}
      </TableCell>
    </>
  )
}

interface MeasuredCellsProps {
  measured: SampledSpeed
  onMeasured: (measured: SampledSpeed) => void
}

function MeasuredCells({ measured, onMeasured }: MeasuredCellsProps) {
  const { url, performance, lab } = measured
  return (
    <>
      <TableCell label="Page" className="max-w-72">
        <span className="flex min-w-0 items-center gap-2">
          <UrlText url={url} hasActions={false} className="min-w-0" />
          <Button
            size="small"
            variant="link"
            className="px-0"
            aria-label={`Show ${plainText(url)}`}
            onClick={() => onMeasured(measured)}
          >
            Show
          </Button>
        </span>
      </TableCell>
      <TableCell label="Performance">
        {performance === null ? (
          'No score'
        ) : (
          <span className="inline-flex items-center gap-2">
            <span className="figures font-medium">{performance}</span>
            <SpeedBadge band={scoreBand(performance)} />
          </span>
        )}
      </TableCell>
      {(['lcpMs', 'tbtMs', 'cls'] as const).map((vital, index) => {
        const value = lab[vital]
        return (
          <TableCell key={vital} label={['LCP', 'TBT', 'CLS'][index]} className="figures whitespace-nowrap">
            {value === null ? '–' : formatVital(vital, value)}
          </TableCell>
        )
      })}
    </>
  )
}
