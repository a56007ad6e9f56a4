import { typedRobotsFile } from '#crawl/robots/robots-file.ts'
import { terminalText } from '#report/terminal-text.ts'
import { createRobotsFetcher } from '#runtime/robots-fetcher.ts'
import { fetchLimits, targetPolicy } from '#settings/fetch-limits.ts'
import { robotsEndpoints } from '#shared/api/robots.ts'
import { MAX_TYPED_ROBOTS, ROBOTS_AGENT_DEFAULT, type RobotsTest, urlsOfOrigin } from '#shared/robots-test.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { type Command, type CommandInput, EXIT_USAGE, UsageError } from './command.ts'
import { readInput } from './input-file.ts'
import { JSON_OPTION, jsonFlag, printNote, printResult, textTable } from './result.ts'
import { SERVER_OPTIONS, serverCaller } from './server-call.ts'

export const command: Command = {
  flags: { ...jsonFlag, agent: { type: 'string' }, file: { type: 'string' }, urls: { type: 'string' } },
  words: ['changes'],
  help: {
    usage: `\
  sitesounder robots URL [PATH...]            which line of robots.txt allows or blocks URLs
  sitesounder robots changes ID --file FILE   what a draft of robots.txt would change for a crawl of a running server`,
    options: `\
  --agent NAME         user agent (${ROBOTS_AGENT_DEFAULT})
  --file FILE          use this robots.txt instead of the published one; - is standard input
  --urls FILE          also test the paths or URLs of this file, one a line
${SERVER_OPTIONS}
${JSON_OPTION}`,
    exitCodes:
      '0 everything is allowed, or nothing changes, 1 something is blocked, or changes, 2 wrong usage or no robots.txt to read.',
    examples: `\
  sitesounder robots example.com /search /admin/users --agent GPTBot
  sitesounder robots changes 12 --file robots.txt`,
  },
  failedCode: EXIT_USAGE,
  run: robotsCommand,
}

const EXIT_BLOCKED = 1

/** `sitesounder robots`: tests URLs against a robots.txt, or a draft of it against a crawl. */
async function robotsCommand(input: CommandInput): Promise<number> {
  return input.operands[0] === 'changes' ? await changesOfDraft(input) : await testUrls(input)
}

async function testUrls({ operands, flags, settings }: CommandInput): Promise<number> {
  const [typed, ...paths] = operands
  if (typed === undefined) throw new UsageError('Name a URL whose robots.txt is tested, such as example.com.')
  const parsed = parseStartUrl(typed)
  if (!parsed.ok) throw new UsageError(`${parsed.message}: ${typed}`)
  const { origin } = new URL(parsed.url)
  const listed = flags.get('urls')
  const lines = [...paths, ...(listed === undefined ? [] : (await textOf(listed)).split('\n'))]
  const urls = urlsOfOrigin(lines.length === 0 ? [parsed.url] : lines, origin)
  if (!urls.ok) throw new UsageError(`${urls.message}.`)
  const draft = flags.get('file')
  const agent = agentOf(flags)
  await using fetcher = createRobotsFetcher({ limits: fetchLimits(settings), policy: targetPolicy(settings) })
  const file =
    draft === undefined
      ? await fetcher.fetchRobots(origin, new AbortController().signal)
      : typedRobotsFile(origin, await textOf(draft))
  if (file.note !== '') printNote(flags, terminalText(file.note))
  const results = urls.urls.map(url => file.test(url, agent))
  printResult(flags, { text: textTable([['result', 'line', 'url', 'rule'], ...results.map(cellsOf)]), json: results })
  return results.every(({ isAllowed }) => isAllowed) ? 0 : EXIT_BLOCKED
}

function cellsOf({ url, isAllowed, line, rule }: RobotsTest): string[] {
  return [isAllowed ? 'allowed' : 'blocked', line === null ? '-' : String(line), terminalText(url), terminalText(rule)]
}

async function changesOfDraft({ operands, flags, settings }: CommandInput): Promise<number> {
  const [, id, ...more] = operands
  const draft = flags.get('file')
  if (id === undefined || !/^\d+$/.test(id) || more.length > 0)
    throw new UsageError('Name the website by its number: robots changes ID. "crawls list" shows it.')
  if (draft === undefined) throw new UsageError('Name the draft: robots changes ID --file robots.txt')
  const row = robotsEndpoints.robotsChanges
  const body = { robotsTxt: await textOf(draft), agent: agentOf(flags) }
  const found = row.response.parse(await serverCaller(settings)({ row, id, body }))
  const { urlCount, blockedNow, blockedByDraft, changedCount, changed } = found
  const cells = changed.map(each => [each.draft.isAllowed ? 'allowed' : 'blocked', ...cellsOf(each.draft).slice(1)])
  const text =
    `${blockedNow} of ${urlCount} URLs are blocked now, ${blockedByDraft} by the draft.\n` +
    (changedCount === 0 ? 'Nothing changes.\n' : textTable([['by the draft', 'line', 'url', 'rule'], ...cells])) +
    (changedCount > changed.length ? `… and ${changedCount - changed.length} more.\n` : '')
  printResult(flags, { text, json: found })
  return changedCount === 0 ? 0 : EXIT_BLOCKED
}

function agentOf(flags: CommandInput['flags']): string {
  return flags.get('agent')?.trim() || ROBOTS_AGENT_DEFAULT
}

/** @throws UsageError for a file that cannot be read or is too large. */
async function textOf(file: string): Promise<string> {
  const text = await readInput(file, file)
  if (text.length > MAX_TYPED_ROBOTS) throw new UsageError(`${file} is longer than ${MAX_TYPED_ROBOTS} characters.`)
  return text
}
