import { terminalText } from '#report/terminal-text.ts'
import type { EndpointRow } from '#shared/api/contract.ts'
import { crawlEndpoints } from '#shared/api/crawls.ts'
import { type WebsiteResponse, websiteEndpoints } from '#shared/api/websites.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult, textTable } from './result.ts'
import { SERVER_OPTIONS, serverCaller } from './server-call.ts'

export const command: Command = {
  flags: jsonFlag,
  words: ['list', 'pause', 'resume', 'stop'],
  help: {
    usage: `\
  sitesounder crawls list                     crawls of a running server, with their ids
  sitesounder crawls pause|resume|stop ID     pause, resume or stop a crawl`,
    options: `${SERVER_OPTIONS}\n${JSON_OPTION}`,
    exitCodes: '0 done, 1 refused, 2 wrong usage.',
    examples: `\
  sitesounder crawls list --server http://127.0.0.1:3000
  sitesounder crawls pause 12`,
  },
  failedCode: EXIT_FAILED,
  run: crawlsCommand,
}

const HEADINGS = ['id', 'status', 'pages', 'url']
const actions = {
  pause: crawlEndpoints.pauseCrawl,
  resume: crawlEndpoints.resumeCrawl,
  stop: crawlEndpoints.stopCrawl,
} as const satisfies Record<string, EndpointRow>

/** `sitesounder crawls`: what crawls of a running server do, and what they shall do, by its API and an API key of its user. */
async function crawlsCommand({ operands, flags, settings }: CommandInput): Promise<number> {
  const request = readRequest(operands)
  const response = await serverCaller(settings)(request)
  if (request.row === websiteEndpoints.listWebsites) {
    const websites = websiteEndpoints.listWebsites.response.parse(response)
    printResult(flags, { text: crawlsTable(websites), json: websites })
  } else {
    const done = crawlEndpoints.stopCrawl.response.parse(response)
    printResult(flags, { text: `${terminalText(done.message)}.\n`, json: done })
  }
  return 0
}

function readRequest(operands: readonly string[]): { row: EndpointRow; id: string } {
  const [action = '', id, ...more] = operands
  if (action === 'list' && id === undefined) return { row: websiteEndpoints.listWebsites, id: '' }
  const row = Object.entries(actions).find(([name]) => name === action)?.[1]
  if (!row || more.length > 0)
    throw new UsageError(`Say what to do: crawls list, or crawls ${Object.keys(actions).join(', ')} with an ID.`)
  if (id === undefined || !/^\d+$/.test(id))
    throw new UsageError(`Name the website by its number: crawls ${action} ID. "crawls list" shows it.`)
  return { row, id }
}

function crawlsTable(websites: readonly WebsiteResponse[]): string {
  if (websites.length === 0) return 'There are no crawls.\n'
  return textTable([HEADINGS, ...websites.map(cellsOf)])
}

function cellsOf({ id, status, pagesCrawled, crawlLimit, url }: WebsiteResponse): string[] {
  return [String(id), status, `${pagesCrawled} of ${crawlLimit}`, terminalText(url)]
}
