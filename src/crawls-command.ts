import { type CommandInput, UsageError } from './command.ts'
import { terminalText } from './report/terminal-text.ts'
import type { EndpointRow } from './shared/api/contract.ts'
import { crawlEndpoints } from './shared/api/crawls.ts'
import { type WebsiteAnswer, websiteEndpoints } from './shared/api/websites.ts'
import { AppError } from './shared/errors.ts'
import { textTable } from './text-table.ts'

const REQUEST_TIMEOUT_MS = 30_000
const HEADINGS = ['id', 'status', 'pages', 'address']
const actions = {
  pause: crawlEndpoints.pauseCrawl,
  resume: crawlEndpoints.resumeCrawl,
  stop: crawlEndpoints.stopCrawl,
} as const satisfies Record<string, EndpointRow>

/** `sitesounder crawls`: what crawls of a running server do, and what they shall do, by its API and an API key of its user. */
export async function crawlsCommand({ operands, settings }: CommandInput): Promise<number> {
  const request = readRequest(operands)
  const { server, apiKey } = settings
  if (server === null) throw new UsageError('Name the server: --server http://127.0.0.1:3000')
  if (apiKey === null)
    throw new UsageError('Give an API key of the server as SITESOUNDER_API_KEY (or --api-key); its settings make one.')
  const answer = await ask({ row: request.row, id: request.id, server, apiKey })
  process.stdout.write(
    request.row === websiteEndpoints.listWebsites
      ? crawlsTable(websiteEndpoints.listWebsites.answer.parse(answer))
      : `${terminalText(crawlEndpoints.stopCrawl.answer.parse(answer).message)}.\n`,
  )
  return 0
}

function readRequest(operands: readonly string[]): { row: EndpointRow; id: string } {
  const [action = '', id, ...more] = operands
  if (action === 'list' && id === undefined) return { row: websiteEndpoints.listWebsites, id: '' }
  const row = Object.entries(actions).find(([name]) => name === action)?.[1]
  if (!row || more.length > 0)
    throw new UsageError(`Say what to do: crawls list, or crawls ${Object.keys(actions).join(', ')} with an ID.`)
  if (id === undefined || !/^\d+$/.test(id))
    throw new UsageError(`Name the website by its number: crawls ${action} ID. "crawls list" tells it.`)
  return { row, id }
}

/** The server's own words for what it refuses. The key goes to that server and, redirected or not, to no other. */
async function ask(asked: { row: EndpointRow; id: string; server: URL; apiKey: string }): Promise<unknown> {
  const { row, id, server, apiKey } = asked
  const base = server.href.endsWith('/') ? server.href : `${server.href}/`
  const url = new URL(row.path.slice(1).replace(':id', id), base)
  const response = await fetch(url, {
    method: row.method,
    headers: { authorization: `Bearer ${apiKey}` },
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', `The server ${server.origin} does not answer.`, { cause })
  })
  const text = await response.text()
  if (!response.ok)
    throw new AppError('bad-request', `${terminalText(text) || `The server answered ${response.status}`}.`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad-request', `What answers at ${server.origin} is no Sitesounder.`, { cause })
  }
}

function crawlsTable(websites: readonly WebsiteAnswer[]): string {
  if (websites.length === 0) return 'There are no crawls.\n'
  return textTable([HEADINGS, ...websites.map(cellsOf)])
}

function cellsOf({ id, status, pagesCrawled, crawlLimit, url }: WebsiteAnswer): string[] {
  return [String(id), status, `${pagesCrawled} of ${crawlLimit}`, terminalText(url)]
}
