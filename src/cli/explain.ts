import { type CheckExplanation, checkExplanations } from '#report/check-list.ts'
import { nearestName } from '#shared/nearest-name.ts'
import { type Command, type CommandInput, EXIT_USAGE, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult, textTable, wrapped } from './result.ts'

export const command: Command = {
  flags: jsonFlag,
  words: checkExplanations({ ownChecks: [] }).map(({ id }) => id),
  help: {
    usage: `\
  sitesounder explain                         every check, with its id, severity and title
  sitesounder explain CHECK                   what a check looks for, why it matters, and how to fix what it finds`,
    options: JSON_OPTION,
    exitCodes: '0 printed, 2 wrong usage or no such check.',
    examples: '  sitesounder explain title-missing',
  },
  failedCode: EXIT_USAGE,
  readsNoConfig: true,
  run: explainCommand,
}

/** `sitesounder explain`: what the catalogue of checks says of one check, or the list of all. */
async function explainCommand({ operands, flags }: CommandInput): Promise<number> {
  const [id, ...more] = operands
  if (more.length > 0) throw new UsageError('Name one check at most.')
  const checks = checkExplanations({ ownChecks: [] })
  const shown = id === undefined ? checks : checkNamed(checks, id)
  const text = Array.isArray(shown) ? listText(shown) : checkText(shown)
  printResult(flags, { text, json: shown })
  return 0
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
  return textTable([['id', 'severity', 'title'], ...checks.map(({ id, severity, title }) => [id, severity, title])])
}

function checkText({ id, severity, title, reads, why, fix, example, thresholds, sources }: CheckExplanation): string {
  const parts = [
    `${id}: ${title}`,
    `Severity: ${severity}, as a rule. The check reads ${reads === 'page' ? 'one page at a time' : 'all pages of the website together'}.`,
    `Why it matters\n${paragraph(why)}`,
    `How to fix it\n${paragraph(fix)}`,
    ...(example ? [`Before\n${indented(example.before)}`, `After\n${indented(example.after)}`] : []),
    ...(thresholds.length === 0
      ? []
      : [`Thresholds, which a website may change\n${thresholds.map(thresholdText).join('\n')}`]),
    `Sources\n${sources.map(source => `  ${source.title}\n    ${source.url}`).join('\n')}`,
  ]
  return `${parts.join('\n\n')}\n`
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
