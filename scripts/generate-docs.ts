import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '../src/api/openapi/document.ts'
import { ourCatalogue } from '../src/checks/index.ts'
import { loadHelps } from '../src/cli/commands.ts'
import { configJsonSchema } from '../src/cli/config/config-schema.ts'
import { commandHelpText, overviewText } from '../src/cli/help-text.ts'
import { reportJsonSchema } from '../src/report/export/report-schema.ts'
import { accountSettings } from '../src/settings/accounts.ts'
import { environmentName } from '../src/settings/config.ts'
import { crawlSettings, renderingSettings } from '../src/settings/crawls.ts'
import { fetchSettings } from '../src/settings/fetching.ts'
import { monitoringSettings } from '../src/settings/monitoring.ts'
import { outboundSettings } from '../src/settings/outbound.ts'
import { pageSpeedSettings } from '../src/settings/page-speed.ts'
import { commandLineSettings, serverSettings } from '../src/settings/server.ts'
import type { Setting } from '../src/settings/setting.ts'
import { visitorSettings } from '../src/settings/visitors.ts'
import { operationsModule } from './api-types.ts'
import { structuredDataDocument } from './structured-data-document.ts'

/**
 * Writes the documents that the source determines: settings, help of the commands, the JSON Schema of reports, the OpenAPI document,
 * the page about structured data, the index of decisions, and the numbers of checks in the README. `--check` compares only.
 */
const ROOT = path.join(import.meta.dirname, '..')

const themes: [heading: string, table: Record<string, Setting<unknown>>][] = [
  ['Server', serverSettings],
  ['Accounts', accountSettings],
  ['Visitors and targets', visitorSettings],
  ['Monitoring', monitoringSettings],
  ['Crawls', crawlSettings],
  ['Requests', fetchSettings],
  ['Network', outboundSettings],
  ['Page speed', pageSpeedSettings],
  ['JavaScript rendering', renderingSettings],
  ['Commands that call a server', commandLineSettings],
]

function settingsDocument(): string {
  const parts = themes.map(([heading, table]) => `## ${heading}\n\n${settingsTable(table)}\n`)
  return `# Settings

Written by \`npm run docs\` from the files in \`src/settings\`; change those, not this page.

Every setting is an environment variable, and a flag of the same name: \`SITESOUNDER_MAX_CRAWL_LIMIT\` is \`--max-crawl-limit\`. A
flag overrides the [configuration file](configuration-file.md), which overrides the variable. An unknown name is an error.

${parts.join('\n')}`
}

function settingsTable(table: Record<string, Setting<unknown>>): string {
  const rows = Object.values(table).map(setting => {
    const fallback = Array.isArray(setting.fallback) ? '' : String(setting.fallback ?? '')
    const bare =
      'alsoBare' in setting && setting.alsoBare
        ? ` or \`${environmentName(setting).slice('SITESOUNDER_'.length)}\``
        : ''
    return row([
      `\`${environmentName(setting)}\`${bare}`,
      fallback && `\`${fallback}\``,
      setting.form,
      setting.sentence,
    ])
  })
  return [row(['variable', 'default', 'value', 'what it does']), row(['---', '---', '---', '---']), ...rows].join('\n')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

async function commandLineDocument(): Promise<string> {
  const helps = await loadHelps()
  const overview = withoutSettings(overviewText(helps))
  const parts = [...helps].map(([name, help]) => {
    const text = withoutSettings(commandHelpText(name, help))
    return `## ${name}\n\n\`\`\`text\n${text.slice(text.indexOf('\n\n')).trim()}\n\`\`\`\n`
  })
  return `# Command line

Written by \`npm run docs\`: what \`npx sitesounder --help\` and \`npx sitesounder COMMAND --help\` print. [Settings](settings.md)
explains the settings.

\`\`\`text
${overview}
\`\`\`

${parts.join('\n')}`
}

/** docs/settings.md lists them. */
function withoutSettings(text: string): string {
  return text
    .split('\n\n')
    .filter(section => !section.startsWith('Settings, '))
    .join('\n\n')
}

/** In full tens, so that a new check seldom changes the README, and the subjects by the folders of the checks. */
function checkSummary(): string {
  const files = globSync('src/checks/*/*.ts', { cwd: ROOT }).map(file => file.replaceAll('\\', '/'))
  const ofChecks = files.filter(file => ourCatalogue.has(path.basename(file, '.ts')))
  const subjects = new Set(ofChecks.toSorted().map(file => file.split('/')[2]?.replaceAll('-', ' ') ?? ''))
  return `More than ${Math.floor((ourCatalogue.size - 1) / 10) * 10} checks: ${[...subjects].join(', ')}.`
}

function decisionIndex(): string {
  const rows = globSync('docs/adr/0*.md', { cwd: ROOT })
    .toSorted()
    .map(file => {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
      const [, date = '', status = ''] = /^(\d{4}-\d\d-\d\d) · (.+)$/m.exec(text) ?? []
      if (title === '' || date === '') throw new Error(`${file} has no number, title, date and status`)
      return row([number, `[${title}](${path.basename(file)})`, date, status])
    })
  return [row(['No.', 'Decision', 'Date', 'Status']), row(['---', '---', '---', '---']), ...rows].join('\n')
}

/** The document with the text between `<!-- NAME: … -->` and `<!-- end of NAME -->` replaced. */
function withPart(file: string, name: string, text: string): string {
  const document = readFileSync(path.join(ROOT, file), 'utf8')
  const start = document.indexOf('-->', document.indexOf(`<!-- ${name}:`)) + '-->'.length
  const end = document.indexOf(`<!-- end of ${name} -->`)
  if (!document.includes(`<!-- ${name}:`) || end < start) throw new Error(`${file} has no place for ${name}`)
  return `${document.slice(0, start)}\n${text}\n${document.slice(end)}`
}

const documents: [file: string, text: string][] = [
  ['README.md', withPart('README.md', 'checks', checkSummary())],
  ['docs/settings.md', settingsDocument()],
  ['docs/command-line.md', await commandLineDocument()],
  ['docs/adr/README.md', withPart('docs/adr/README.md', 'decisions', decisionIndex())],
  ['docs/report.schema.json', `${JSON.stringify(reportJsonSchema(), null, 2)}\n`],
  ['docs/config.schema.json', `${JSON.stringify(configJsonSchema(), null, 2)}\n`],
  ['docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`],
  ['src/library/operations.ts', operationsModule(openApiDocument())],
  ['docs/structured-data.md', structuredDataDocument()],
]
for (const [name, text] of documents) {
  const file = path.join(ROOT, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${name} is out of date: run "npm run docs".`)
    process.exitCode = 1
  } else writeFileSync(file, text)
}
