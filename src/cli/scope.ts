import { previewScope } from '#crawl/scope-preview.ts'
import { terminalText } from '#report/terminal-text.ts'
import { createRobotsFetcher } from '#runtime/robots-fetcher.ts'
import { crawlDefaults } from '#settings/api-settings.ts'
import { fetchLimits, targetPolicy } from '#settings/fetch-limits.ts'
import { skipLabels } from '#shared/model.ts'
import { type PreviewedUrl, previewLabels, urlsToPreview } from '#shared/previewed-urls.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { crawlFlags, crawlFlagsHelp, readCrawlOptions } from './audit/audit-options.ts'
import { type Command, type CommandInput, EXIT_USAGE, UsageError } from './command.ts'
import { readInput } from './input-file.ts'
import { JSON_OPTION, jsonFlag, printNote, printResult, textTable } from './result.ts'

export const command: Command = {
  flags: { ...crawlFlags, urls: { type: 'string' }, ...jsonFlag },
  help: {
    usage: '  sitesounder scope URL [PATH…] [options]     what a crawl of URL would do with URLs, and why',
    options: `\
  --urls FILE          also the paths or URLs of this file, one a line; - is standard input
${crawlFlagsHelp}
${JSON_OPTION}`,
    exitCodes: '0 every URL would be crawled, 1 not every one, 2 wrong usage.',
    takesSettings: true,
    examples: '  sitesounder scope example.com /blog/a /admin --exclude /admin',
  },
  failedCode: EXIT_USAGE,
  run: scopeCommand,
}

const EXIT_NOT_CRAWLED = 1

/** `sitesounder scope`: which URLs a crawl with these options would visit. Requests nothing but robots.txt. */
async function scopeCommand({ operands, flags: givenFlags, settings, config }: CommandInput): Promise<number> {
  const flags = new Map([...(config?.auditFlags ?? []), ...givenFlags])
  const [typed = config?.url, ...paths] = operands
  if (typed === undefined) throw new UsageError('Name the URL of a website, such as example.com.')
  const parsed = parseStartUrl(typed)
  if (!parsed.ok) throw new UsageError(`${parsed.message}: ${typed}`)
  const file = givenFlags.get('urls')
  const lines = [...paths, ...(file === undefined ? [] : await linesOf(file))]
  const urls = urlsToPreview(lines.length === 0 ? [parsed.url] : lines, parsed.url)
  if (!urls.ok) throw new UsageError(`${urls.message}.`)
  await using robots = createRobotsFetcher({ limits: fetchLimits(settings), policy: targetPolicy(settings) })
  const preview = await previewScope({
    startUrl: parsed.url,
    options: { ...crawlDefaults(settings), ...readCrawlOptions(flags, parsed.url) },
    urls: urls.urls,
    depths: new Map(),
    fetchRobots: origin => robots.fetchRobots(origin, new AbortController().signal),
  })
  for (const { note } of preview.robotsFiles) if (note !== '') printNote(givenFlags, terminalText(note))
  const text = textTable([['result', 'url', 'reason'], ...preview.urls.map(cellsOf)])
  printResult(givenFlags, { text, json: preview })
  return preview.urls.every(({ result }) => result === 'visited') ? 0 : EXIT_NOT_CRAWLED
}

function cellsOf({ url, result, reason, rule }: PreviewedUrl): string[] {
  const why = [reason === null ? '' : skipLabels[reason], terminalText(rule)].filter(Boolean).join(': ')
  return [previewLabels[result].toLowerCase(), terminalText(url), why]
}

async function linesOf(file: string): Promise<string[]> {
  return (await readInput(file, `The file ${file} of --urls`)).split(/\r\n|\r|\n/)
}
