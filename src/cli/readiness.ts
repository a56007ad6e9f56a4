import { readReadiness } from '#report/readiness/readiness.ts'
import { terminalText } from '#report/terminal-text.ts'
import type { ReadinessResponse } from '#shared/api/readiness.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { endedCrawl, isCrawlId, openData } from './open-data.ts'
import { JSON_OPTION, jsonFlag, printResult, textTable } from './result.ts'

export const command: Command = {
  flags: jsonFlag,
  help: {
    usage: `\
  sitesounder readiness CRAWL                 what AI agents find, and how each WCAG 2.2 criterion was tested`,
    options: `\
  CRAWL                id of a crawl of the data folder, which a server may use
  --data FOLDER        data folder of the server (data)
${JSON_OPTION}`,
    exitCodes: '0 done, 1 refused, 2 wrong usage.',
    examples: '  sitesounder readiness 57',
  },
  failedCode: EXIT_FAILED,
  run: readinessCommand,
}

/** `sitesounder readiness`: information from what a crawl has stored. */
async function readinessCommand({ operands, flags, settings }: CommandInput): Promise<number> {
  const [id, ...more] = operands
  if (id === undefined || !isCrawlId(id) || more.length > 0)
    throw new UsageError('Name one crawl by its id: sitesounder readiness CRAWL')
  await using store = await openData(settings)
  const readiness = await readReadiness(store, await endedCrawl(store, Number(id)))
  printResult(flags, { text: `${agentsText(readiness)}\n${criteriaText(readiness)}`, json: readiness })
  return 0
}

function agentsText({ agents: { robots, llmsFile, markdown, tokens, scripts } }: ReadinessResponse): string {
  const crawlers = robots.flatMap(file =>
    file.crawlers.map(({ token, purpose, isOpen, line }) => [
      token,
      purpose,
      isOpen ? 'allowed' : 'blocked',
      line === null ? '-' : `line ${line.line}: ${terminalText(line.text)}`,
    ]),
  )
  const llms = llmsFile === null ? 'not requested' : llmsFile.isFound ? 'found' : `status ${llmsFile.status ?? 'none'}`
  return [
    crawlers.length === 0
      ? 'robots.txt was not read.\n'
      : textTable([['crawler', 'for', 'start page', 'by'], ...crawlers]),
    `llms.txt: ${llms}. Markdown files: ${markdown.found} of ${markdown.urls} found.\n`,
    `${tokens.pages} pages: about ${tokens.mainText} tokens of main text, ${tokens.html} as HTML (estimates).\n`,
    scripts === null
      ? ''
      : `Scripts add ${scripts.addedWords} words to ${scripts.sourceWords} on ${scripts.pages} pages.\n`,
  ].join('')
}

const testLabels = { tested: 'tested', partly: 'partly', person: 'needs a person' } as const

function criteriaText({ accessibility }: ReadinessResponse): string {
  const cells = accessibility.map(({ id, name, level, test, checks, rules }) => {
    const findings = checks.reduce((sum, { issueCount }) => sum + issueCount, 0)
    const broken = rules.filter(({ issueId }) => issueId !== null).length
    return [id, level, testLabels[test], test === 'person' ? '-' : String(findings + broken), name]
  })
  return textTable([['WCAG 2.2', 'level', 'automatic test', 'findings', 'criterion'], ...cells])
}
