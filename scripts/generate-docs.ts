import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '../src/api/openapi/document.ts'
import { reportJsonSchema } from '../src/report/export/report-schema.ts'
import { environmentName, settings } from '../src/settings/config.ts'
import { structuredDataDocument } from './structured-data-document.ts'

/**
 * Writes what the source says of itself: the table of settings in the README, the JSON Schema of reports, the OpenAPI document of the
 * API, and the page about structured data. With `--check` it only tells whether they are up to date.
 */
const root = path.join(import.meta.dirname, '..')
const README = path.join(root, 'README.md')
const REPORT_SCHEMA = path.join(root, 'docs', 'report.schema.json')
const OPEN_API = path.join(root, 'docs', 'openapi.json')
const STRUCTURED_DATA = path.join(root, 'docs', 'structured-data.md')
const START = '<!-- settings: written by scripts/generate-docs.ts -->'
const END = '<!-- end of settings -->'

export function settingsTable(): string {
  const rows = Object.values(settings).map(setting => {
    const fallback = Array.isArray(setting.fallback) ? '' : String(setting.fallback ?? '')
    const bare =
      'alsoBare' in setting && setting.alsoBare
        ? ` or \`${environmentName(setting).slice('SITESOUNDER_'.length)}\``
        : ''
    const cells = [
      `\`${environmentName(setting)}\`${bare}`,
      fallback && `\`${fallback}\``,
      setting.form,
      setting.sentence,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return ['| variable | default | value | what it does |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function written(readme: string): string {
  const start = readme.indexOf(START)
  const end = readme.indexOf(END)
  if (start < 0 || end < 0) throw new Error('README.md has no place for the table of settings')
  return `${readme.slice(0, start + START.length)}\n${settingsTable()}\n${readme.slice(end)}`
}

/** File, what it is called in a sentence, and what has to stand in it. */
const documents: [file: string, name: string, text: string][] = [
  [README, 'The table of settings in README.md', written(readFileSync(README, 'utf8'))],
  [REPORT_SCHEMA, 'docs/report.schema.json', `${JSON.stringify(reportJsonSchema(), null, 2)}\n`],
  [OPEN_API, 'docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`],
  [STRUCTURED_DATA, 'docs/structured-data.md', structuredDataDocument()],
]
for (const [file, name, text] of documents) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${name} is out of date: run "npm run docs".`)
    process.exitCode = 1
  } else writeFileSync(file, text)
}
