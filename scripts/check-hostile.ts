import { readdirSync } from 'node:fs'
import path from 'node:path'
import { contentOf, FILE, matches, missingFiles, QUOTE, QUOTES, type Row, rowsBelow } from './document-tables.ts'

/**
 * Holds docs/hostile-inputs.md to the code: every class has its row with a test, every text quoted after a file stands in that file,
 * and every family of hostile responses is named. Runs alone: exits with 1 and one sentence per problem.
 */

const DOCUMENT = 'docs/hostile-inputs.md'
const CLASSES = [
  'Redirects',
  'Forgery',
  'DNS',
  'TLS',
  'Time',
  'Wire',
  'Size and coding',
  'Characters',
  'Structure',
  'Types',
  'Traps',
  'Not pages',
  'Rules',
  'Sitemaps',
  'Statuses',
  'Start pages',
  'Texts',
  'The form and the API',
  'Visitors',
  'The machine',
  'Load',
]
const FAMILIES = path.join(import.meta.dirname, '..', 'test', 'hostile')

function rowProblems(row: Row): string[] {
  const { cells } = row
  const [name = '', arrives = '', sees = '', tests = ''] = cells
  if (cells.length !== 4) return [`${name}: has ${cells.length} cells instead of 4.`]
  const problems = missingFiles(row)
  if (arrives.trim() === '' || sees.trim() === '') problems.push(`${name}: says nothing.`)
  const quoted = matches(QUOTES, tests)
  if (!quoted.some(([, file = '']) => file.endsWith('.test.ts'))) problems.push(`${name}: names no test.`)
  if (quoted.length !== matches(FILE, tests).length) problems.push(`${name}: names a file without a text of it.`)
  for (const [, file = '', quotes = ''] of matches(QUOTES, `${sees} ${tests}`))
    for (const [, quote = ''] of matches(QUOTE, quotes))
      if (contentOf(file)?.includes(quote) === false) problems.push(`${name}: “${quote}” does not stand in ${file}.`)
  return problems
}

const document = contentOf(DOCUMENT) ?? ''
const rows = rowsBelow('Classes', document)
const named = rows.map(({ cells }) => cells[0] ?? '')
const families = readdirSync(FAMILIES).filter(file => file.endsWith('-routes.ts'))
const problems = [
  ...CLASSES.filter(each => !named.includes(each)).map(each => `${DOCUMENT}: there is no row for ${each}.`),
  ...rows.flatMap(rowProblems),
  ...families
    .filter(file => !document.includes(`\`test/hostile/${file}\``))
    .map(file => `${DOCUMENT}: test/hostile/${file} is named nowhere.`),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
