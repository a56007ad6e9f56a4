import { terminalText } from '#report/terminal-text.ts'
import { type ShareLinkResponse, sharingEndpoints } from '#shared/api/sharing.ts'
import { shareParts } from '#shared/sharing.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult, textTable } from './result.ts'
import { SERVER_OPTIONS, serverCaller } from './server-call.ts'

const actions = ['list', 'add', 'revoke'] as const
type Action = (typeof actions)[number]

export const command: Command = {
  flags: {
    name: { type: 'string' },
    crawl: { type: 'string' },
    with: { type: 'string' },
    parts: { type: 'string' },
    days: { type: 'string' },
    ...jsonFlag,
  },
  words: actions,
  help: {
    usage: `\
  sitesounder shares list ID                  links to the crawls of a website of a running server
  sitesounder shares add ID [options]         make a read-only link to a crawl; the URL is printed this once
  sitesounder shares revoke ID LINK           end a link`,
    options: `\
  --name TEXT          of add: whom the link is for; only you see it
  --crawl ID           of add: an earlier crawl (the newest one)
  --with ID            of add: the crawl that it is compared with
  --parts LIST         of add: what it shows beside the overview, with commas between: ${shareParts.join(', ')} (issues,pages,report)
  --days N             of add: how long it lasts (as the server says)
${SERVER_OPTIONS}
${JSON_OPTION}`,
    exitCodes: '0 done, 1 refused, 2 wrong usage.',
    examples: `\
  sitesounder shares add 12 --name "Example Foundation" --days 14
  sitesounder shares add 12 --crawl 40 --with 31 --parts comparison`,
  },
  failedCode: EXIT_FAILED,
  run: sharesCommand,
}

/** `sitesounder shares`: links to crawls of a running server, by its API and an API key of the website's owner. */
async function sharesCommand(input: CommandInput): Promise<number> {
  const { action, id, linkId } = readRequest(input.operands)
  const given = [...input.flags.keys()].find(name => name in command.flags && !(name in jsonFlag))
  if (given !== undefined && action !== 'add') throw new UsageError(`--${given} is no option of shares ${action}.`)
  const body = action === 'add' ? linkOf(input.flags) : null
  const call = serverCaller(input.settings)
  const say = (text: string, json: unknown) => printResult(input.flags, { text, json })
  if (action === 'list') {
    const { links } = sharingEndpoints.listShareLinks.response.parse(
      await call({ row: sharingEndpoints.listShareLinks, id }),
    )
    say(linksTable(links), links)
  } else if (action === 'add') {
    const made = sharingEndpoints.addShareLink.response.parse(
      await call({ row: sharingEndpoints.addShareLink, id, body }),
    )
    say(`${terminalText(made.url)}\n`, made)
  } else {
    await call({ row: sharingEndpoints.revokeShareLink, id, body: { linkId } })
    say('The link is revoked.\n', { linkId })
  }
  return 0
}

const DIGITS = /^\d+$/

function readRequest(operands: readonly string[]): { action: Action; id: string; linkId: number } {
  const [typed = '', id = '', link, ...more] = operands
  const action = actions.find(each => each === typed)
  if (action === undefined || more.length > 0)
    throw new UsageError('Say what to do: shares list ID, shares add ID, or shares revoke ID LINK.')
  if (!DIGITS.test(id))
    throw new UsageError(`Name the website by its number: shares ${action} ID. "crawls list" shows it.`)
  if (action === 'revoke' ? !DIGITS.test(link ?? '') : link !== undefined)
    throw new UsageError(
      action === 'revoke' ? 'Name the link by its number: shares revoke ID LINK.' : `shares ${action} takes one ID.`,
    )
  return { action, id, linkId: Number(link) }
}

/** The body of the request; the server checks it. */
function linkOf(flags: ReadonlyMap<string, string>) {
  const numberOf = (name: string) => {
    const text = flags.get(name)
    if (text === undefined) return undefined
    if (!DIGITS.test(text)) throw new UsageError(`--${name} must be a whole number, not “${text}”.`)
    return Number(text)
  }
  const parts = (flags.get('parts') ?? 'issues,pages,report').split(',').map(part => part.trim())
  const unknown = parts.find(part => !shareParts.some(each => each === part))
  if (unknown !== undefined) throw new UsageError(`--parts has ${shareParts.join(', ')}, not “${unknown}”.`)
  return {
    name: flags.get('name') ?? '',
    parts,
    crawlId: numberOf('crawl'),
    earlierCrawlId: numberOf('with'),
    expiresInDays: numberOf('days'),
  }
}

const HEADINGS = ['id', 'state', 'crawl', 'expires', 'shows', 'name']

/** Links for a person at a terminal, one a line below a line of headings. */
export function linksTable(links: readonly ShareLinkResponse[]): string {
  if (links.length === 0) return 'There are no links.\n'
  const rows = links.map(({ id, state, crawlId, earlierCrawlId, expiresAt, parts, name }) => [
    String(id),
    state,
    earlierCrawlId === null ? String(crawlId) : `${earlierCrawlId} and ${crawlId}`,
    expiresAt.slice(0, 10),
    ['overview', ...parts].join(', '),
    terminalText(name),
  ])
  return textTable([HEADINGS, ...rows])
}
