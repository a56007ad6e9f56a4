import { setTimeout as sleep } from 'node:timers/promises'
import { terminalText } from '#report/terminal-text.ts'
import { issueEndpoints } from '#shared/api/issues.ts'
import { type RecheckResponse, recheckEndpoints } from '#shared/api/rechecks.ts'
import { hiddenKinds, type SuppressedResponse, websiteSettingsEndpoints } from '#shared/api/website-settings.ts'
import { POLLING_INTERVAL_MS } from '#shared/constants.ts'
import { AppError } from '#shared/errors.ts'
import { suppressedReasons } from '#shared/issue-settings.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult, textTable } from './result.ts'
import { SERVER_OPTIONS, serverCaller } from './server-call.ts'

export const command: Command = {
  flags: jsonFlag,
  words: ['list', 'muted', 'check-again'],
  help: {
    usage: `\
  sitesounder issues list|muted ID            issues of a website of the server, and muted ones with their reasons
  sitesounder issues check-again ID ISSUE     whether an issue is fixed now`,
    options: `${SERVER_OPTIONS}\n${JSON_OPTION}`,
    exitCodes: '0 done, 1 refused or, of check-again, not fixed, 2 wrong usage.',
    examples: `\
  sitesounder issues list 12
  sitesounder issues check-again 12 345`,
  },
  failedCode: EXIT_FAILED,
  run: issuesCommand,
}

/** Requested at once; an export has more. */
const MAX_LISTED = 1_000
/** Checking again takes a minute and a half at most, and a few others may be before it. */
const MAX_CHECK_MS = 10 * 60_000
const EXIT_NOT_FIXED = 1

type Result = Parameters<typeof printResult>[1]
type CallServer = ReturnType<typeof serverCaller>
type Request = { action: 'list' | 'muted'; id: string } | { action: 'check-again'; id: string; issue: string }

/** `sitesounder issues`: what a running server has found on a website, what is muted there, and whether an issue is fixed by now. */
async function issuesCommand({ operands, flags, settings }: CommandInput): Promise<number> {
  const request = readRequest(operands)
  const call = serverCaller(settings)
  if (request.action === 'check-again') return await checkAgain(call, request, flags)
  printResult(flags, request.action === 'list' ? await listed(call, request.id) : await muted(call, request.id))
  return 0
}

function readRequest(operands: readonly string[]): Request {
  const [action = '', id, issue, ...more] = operands
  const isCheck = action === 'check-again'
  if ((!isCheck && action !== 'list' && action !== 'muted') || more.length > 0 || (!isCheck && issue !== undefined))
    throw new UsageError('Say what to do: issues list ID, issues muted ID, or issues check-again ID ISSUE.')
  if (!isNumber(id))
    throw new UsageError(`Name the website by its number: issues ${action} ID. "crawls list" shows it.`)
  if (!isCheck) return { action, id }
  if (!isNumber(issue))
    throw new UsageError('Name the issue by its number: issues check-again ID ISSUE. "issues list" shows it.')
  return { action, id, issue }
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d+$/.test(text)
}

async function listed(call: CallServer, id: string): Promise<Result> {
  const row = issueEndpoints.listIssues
  const list = row.response.parse(await call({ row, id, query: { limit: String(MAX_LISTED) } }))
  const { issues, totalCount } = list
  if (issues.length === 0) return { text: 'There are no issues.\n', json: list }
  const cells = issues.map(issue => [String(issue.id), issue.severity, issue.checkId, terminalText(issue.pageUrl)])
  const table = textTable([['id', 'severity', 'check', 'url'], ...cells])
  return { text: table + moreLine(totalCount - issues.length), json: list }
}

async function muted(call: CallServer, id: string): Promise<Result> {
  const row = websiteSettingsEndpoints.suppressedIssues
  const found: SuppressedResponse[] = []
  let more = 0
  for (const kind of hiddenKinds) {
    const { issues, totalCount } = row.response.parse(
      await call({ row, id, query: { kind, limit: String(MAX_LISTED) } }),
    )
    found.push(...issues)
    more += totalCount - issues.length
  }
  const json = { issues: found, totalCount: found.length + more }
  if (found.length === 0) return { text: 'No issue is muted.\n', json }
  const table = textTable([['id', 'severity', 'check', 'url', 'reason'], ...found.map(mutedCells)])
  return { text: table + moreLine(more), json }
}

function mutedCells({ id, severity, checkId, pageUrl, kind, reason }: SuppressedResponse): string[] {
  const why = kind === 'muted' ? reason : suppressedReasons[kind]
  return [String(id), severity, checkId, terminalText(pageUrl), terminalText(why)]
}

function moreLine(count: number): string {
  return count > 0 ? `… and ${count} more: export the list for all of them.\n` : ''
}

/** Waits for what comes of it. Its exit code says whether the issue is fixed. */
async function checkAgain(
  call: CallServer,
  { id, issue }: { id: string; issue: string },
  flags: CommandInput['flags'],
): Promise<number> {
  const row = recheckEndpoints.checkAgain
  let check = row.response.parse(await call({ row, id, body: { issueId: Number(issue) } }))
  const endMs = performance.now() + MAX_CHECK_MS
  while (check.state === 'waiting' || check.state === 'running') {
    if (performance.now() > endMs)
      throw new AppError(
        'unavailable',
        'The issue has not been checked again yet: the server is busy. Try again later.',
      )
    await sleep(POLLING_INTERVAL_MS)
    check = await newest(call, { id, issue, check })
  }
  const sentence = check.sentence === '' ? 'It could not be checked again.' : terminalText(check.sentence)
  printResult(flags, { text: `Issue ${issue}: ${sentence}\n`, json: check })
  return check.result === 'fixed' ? 0 : EXIT_NOT_FIXED
}

async function newest(
  call: CallServer,
  { id, issue, check }: { id: string; issue: string; check: RecheckResponse },
): Promise<RecheckResponse> {
  const row = recheckEndpoints.issueChecks
  const { checks } = row.response.parse(await call({ row, id, query: { issue } }))
  const found = checks.find(each => each.id === check.id)
  if (!found) throw new AppError('not-found', 'The issue is gone: the website was crawled again or cleared.')
  return found
}
