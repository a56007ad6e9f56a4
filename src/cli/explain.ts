import { type CheckExplanation, checkExplanations } from '#report/check-list.ts'
import { terminalText } from '#report/terminal-text.ts'
import { nearestName } from '#shared/nearest-name.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import { ruleWords } from '#shared/own-rules.ts'
import { plainText } from '#shared/plain-text.ts'
import { type Command, type CommandInput, EXIT_USAGE, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult, textTable, wrapped } from './result.ts'

export const command: Command = {
  flags: { ...jsonFlag, crawl: { type: 'string' } },
  words: checkExplanations({ ownChecks: [] }).map(({ id }) => id),
  help: {
    usage: `\
  sitesounder explain                         every check, with its id, severity and title
  sitesounder explain CHECK                   what a check looks for, why it matters, and how to fix what it finds`,
    options: `\
  CHECK                id of a check: one of ours, own:ID of the files of --check-files, or rule:ID of the configuration file
  --crawl ID           also the own checks and rules of this crawl of the data folder, which a server may use
  --check-files FILES  files with checks of your own
  --data FOLDER        data folder of the server (data)
${JSON_OPTION}`,
    exitCodes: '0 printed, 2 wrong usage or no such check.',
    examples: `\
  sitesounder explain title-missing
  sitesounder explain rule:product-without-price --crawl 57`,
  },
  failedCode: EXIT_USAGE,
  run: explainCommand,
}

/** `sitesounder explain`: what the catalogue of checks says of one check, or the list of all. */
async function explainCommand(input: CommandInput): Promise<number> {
  const [id, ...more] = input.operands
  if (more.length > 0) throw new UsageError('Name one check at most.')
  const checks = checkExplanations({ ownChecks: await ownChecksOf(input) })
  const shown = id === undefined ? checks : checkNamed(checks, id)
  const text = Array.isArray(shown) ? listText(shown) : checkText(shown)
  printResult(input.flags, { text, json: shown })
  return 0
}

/** Of the crawl that is named, else those that an audit would have now: of the files of checks, and the rules of the configuration file. */
async function ownChecksOf({ flags, settings, config }: CommandInput): Promise<readonly OwnCheck[]> {
  const crawl = flags.get('crawl')
  if (crawl !== undefined) {
    const { endedCrawl, isCrawlId, openData } = await import('./open-data.ts')
    if (!isCrawlId(crawl))
      throw new UsageError('Name the crawl by its id, as the URL of its dashboard has it: --crawl ID.')
    await using store = await openData(settings)
    return (await endedCrawl(store, Number(crawl))).ownChecks
  }
  const rules = (config?.website?.rules ?? []).map(ruleWords)
  if (settings.checkFiles.length === 0) return rules
  const { readOwnChecks } = await import('#runtime/product.ts')
  return [...(await readOwnChecks(settings)), ...rules]
}

function checkNamed(checks: readonly CheckExplanation[], id: string): CheckExplanation {
  const named = checks.find(check => check.id === id)
  if (named) return named
  const ids = checks.map(check => check.id)
  throw new UsageError(
    `There is no check ${id}; did you mean ${nearestName(id, ids)}? "sitesounder explain" lists them all.`,
  )
}

function listText(checks: readonly CheckExplanation[]): string {
  return textTable([
    ['id', 'severity', 'title'],
    ...checks.map(({ id, severity, title }) => [id, severity, terminalText(title)]),
  ])
}

function checkText({ id, severity, title, reads, why, fix, example, thresholds, sources }: CheckExplanation): string {
  const parts = [
    `${id}: ${title}`,
    `Severity: ${severity}, as a rule. The check reads ${reads === 'page' ? 'one page at a time' : 'all pages of the website together'}.`,
    ...(why === '' ? [] : [`Why it matters\n${paragraph(why)}`]),
    ...(fix === '' ? [] : [`How to fix it\n${paragraph(fix)}`]),
    ...(example ? [`Before\n${indented(example.before)}`, `After\n${indented(example.after)}`] : []),
    ...(thresholds.length === 0
      ? []
      : [`Thresholds, which a website may change\n${thresholds.map(thresholdText).join('\n')}`]),
    ...(sources.length === 0
      ? []
      : [`Sources\n${sources.map(source => `  ${source.title}\n    ${source.url}`).join('\n')}`]),
  ]
  // A rule of a crawl may be that of a website's user: its text steers no terminal.
  return `${plainText(parts.join('\n\n'))}\n`
}

function thresholdText({ name, label, unit, min, max, explanation, default: usual }: Threshold): string {
  return `  ${label} (${name}): ${usual} ${unit}, from ${min} to ${max}\n${indented(paragraph(explanation))}`
}

type Threshold = CheckExplanation['thresholds'][number]

function paragraph(text: string): string {
  return wrapped(text.split(' '))
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
