/** What programs find that read the website for AI products. */
import type { ReactNode } from 'react'
import type { ReadinessResponse } from '#shared/api/readiness.ts'
import { hrefTo } from '#shared/routes.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatNumber, formatPercent } from '../../components/format.ts'
import { NumberLink } from '../../components/number-link.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'

type Agents = ReadinessResponse['agents']

interface AgentsCardProps {
  agents: Agents
  websiteId: number
  crawlText: string
  /** Of the website; it stands in the title of the screen. */
  origin: string | undefined
}

export function AgentsCard({ agents, websiteId, crawlText, origin }: AgentsCardProps) {
  const { tokens, scripts, markdown, checks } = agents
  const insights = (url: string) => hrefTo('page-insights', websiteId, { url, crawl: crawlText })
  return (
    <Card>
      <CardHeader>
        <CardTitle>AI agents</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
          <Fact name="llms.txt">{llmsText(agents.llmsFile)}</Fact>
          <Fact name="Markdown versions">
            {markdown.urls === 0
              ? 'None that the crawl knows'
              : `${formatNumber(markdown.found)} of ${formatCount(markdown.urls, 'file')} found, ${formatNumber(markdown.alternates)} named as alternates`}
          </Fact>
          <Fact name="Tokens of all pages, estimated">
            {formatNumber(tokens.mainText)} of main text, {formatNumber(tokens.html)} as HTML, on{' '}
            {formatCount(tokens.pages, 'page')}
          </Fact>
          <Fact name="Without scripts">{scriptsText(scripts)}</Fact>
        </dl>
        <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {checks
            .filter(check => check.hasRun)
            .map(check => (
              <li key={check.id}>
                {check.title}:{' '}
                <NumberLink
                  value={check.issueCount}
                  href={hrefTo('errors', websiteId, { check: check.id, crawl: crawlText })}
                  label={`findings of ${check.title}`}
                />
              </li>
            ))}
        </ul>
      </CardContent>
      {agents.robots.map(file => (
        <Crawlers key={file.url} file={file} hasName={agents.robots.length > 1} />
      ))}
      {tokens.largest.length > 0 && (
        <Table label="Pages with the most text">
          <TableHead>
            <TableRow>
              <TableHeaderCell className="w-[60%]">Pages with the most text</TableHeaderCell>
              <TableHeaderCell className="md:text-right">Tokens of main text</TableHeaderCell>
              <TableHeaderCell className="md:text-right">Tokens as HTML</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {tokens.largest.map(page => (
              <TableRow key={page.url}>
                <TableCell className="md:max-w-0">
                  <UrlText url={page.url} href={insights(page.url)} origin={origin} />
                </TableCell>
                <TableCell label="Tokens of main text" className="figures md:text-right">
                  {formatNumber(page.mainText)}
                </TableCell>
                <TableCell label="Tokens as HTML" className="figures md:text-right">
                  {formatNumber(page.html)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <p className="border-line border-t px-4 py-3 text-ink-muted text-xs leading-5 sm:px-5">
        Tokens are estimates: four for three words of main text, one for four bytes of HTML. What robots.txt says is a
        request that crawlers may ignore.
      </p>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted text-xs leading-5">{name}</dt>
      <dd className="figures text-sm leading-6">{children}</dd>
    </div>
  )
}

function llmsText(file: Agents['llmsFile']): string {
  if (file === null) return 'Not requested by this crawl'
  if (!file.isFound) return file.status === null ? 'No response' : `Not found (status ${file.status})`
  const title = file.hasTitle ? '' : ', without a title'
  return `Found: ${formatCount(file.totalLinks, 'link')}, ${formatCount(file.characters, 'character')}${title}`
}

function scriptsText(scripts: Agents['scripts']): string {
  if (scripts === null) return 'Not known: the crawl did not render JavaScript'
  const { pages, sourceWords, addedWords, mostlyScripted } = scripts
  if (pages === 0) return 'No page was rendered'
  return `${formatPercent(sourceWords, sourceWords + addedWords)} of the words of ${formatCount(pages, 'page')}; on ${formatNumber(mostlyScripted)}, scripts add half of the words or more`
}

const purposeLabels = { search: 'AI search', visit: 'For a person', training: 'Training' } as const

function Crawlers({ file, hasName }: { file: Agents['robots'][number]; hasName: boolean }) {
  return (
    <>
      {hasName && (
        <h3 className="border-line border-t px-4 pt-3 font-semibold text-sm sm:px-5">
          <CrawledText text={file.url} dir="ltr" />
        </h3>
      )}
      <Table label={`Crawlers of AI products, by ${file.url}`}>
        <TableHead>
          <TableRow>
            <TableHeaderCell>Crawler</TableHeaderCell>
            <TableHeaderCell>Purpose</TableHeaderCell>
            <TableHeaderCell>Start page</TableHeaderCell>
            <TableHeaderCell className="w-[40%]">Line of robots.txt</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {file.crawlers.map(({ token, maker, purpose, isOpen, isNamed, line }) => (
            <TableRow key={token}>
              <TableCell>
                <span className="font-medium">{token}</span> <span className="text-ink-muted">{maker}</span>
              </TableCell>
              <TableCell label="Purpose">{purposeLabels[purpose]}</TableCell>
              <TableCell label="Start page">
                <Badge tone={isOpen ? 'success' : 'warning'}>{isOpen ? 'Allowed' : 'Blocked'}</Badge>
                {isNamed && <span className="ml-1.5 text-ink-muted text-xs">named</span>}
              </TableCell>
              <TableCell label="Line of robots.txt">
                {line === null ? (
                  <span className="text-ink-muted">None</span>
                ) : (
                  <code className="break-all text-[0.8125rem]">
                    {line.line}: <CrawledText text={line.text} dir="ltr" />
                  </code>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {file.contentSignals.length > 0 && (
        <p className="px-4 py-3 text-sm sm:px-5">
          Content signals:{' '}
          {file.contentSignals.map(({ line, text }) => (
            <code key={line} className="mr-3 break-all text-[0.8125rem]">
              {line}: <CrawledText text={text} dir="ltr" />
            </code>
          ))}
        </p>
      )}
    </>
  )
}
