import { settings } from '../src/settings/config.ts'
import { contentOf, FILE, matches, missingFiles, QUOTE, QUOTES, type Row, rowsBelow } from './document-tables.ts'

/**
 * Holds docs/security.md and docs/asvs.md to the code: every file in its tables is there, every text quoted after a file (the name of a test, a line of
 * code) stands in that file, every setting exists and has the default that the document names. Runs alone: exits with 1 and one sentence per problem.
 */

const DOCUMENT = 'docs/security.md'
const REQUIREMENTS = 'docs/asvs.md'

const SETTING = /`([a-z][a-z-]+)`(?: = ([\w.]+))?/g

function fileProblems(row: Row): string[] {
  const untrue = matches(QUOTES, row.cells.join(' | ')).flatMap(([, file = '', quotes = '']) =>
    matches(QUOTE, quotes)
      .filter(([, quote = '']) => contentOf(file)?.includes(quote) === false)
      .map(([, quote]) => `${row.name}: “${quote}” does not stand in ${file}.`),
  )
  return [...missingFiles(row), ...untrue]
}

function controlProblems({ name, cells }: Row): string[] {
  const [, , code = '', tests = ''] = cells
  if (cells.length !== 4) return [`${name}: has ${cells.length} cells instead of 4.`]
  const problems: string[] = []
  if (matches(FILE, code).length === 0) problems.push(`${name}: names no file of code.`)
  const quoted = matches(QUOTES, tests)
  if (quoted.length === 0) problems.push(`${name}: names no test.`)
  if (quoted.length !== matches(FILE, tests).length)
    problems.push(`${name}: names a file of tests without a test of it.`)
  for (const [, file = ''] of quoted) if (!file.endsWith('.test.ts')) problems.push(`${name}: ${file} holds no tests.`)
  return problems
}

function limitProblems({ name, cells }: Row): string[] {
  const [, , where = ''] = cells
  if (cells.length !== 3) return [`${name}: has ${cells.length} cells instead of 3.`]
  const named = matches(SETTING, where)
  if (named.length === 0 && matches(QUOTES, where).length === 0) return [`${name}: names neither a setting nor code.`]
  return named.flatMap(([, settingName = '', fallback = '']) => {
    const setting = Object.values(settings).find(each => each.name === settingName)
    if (!setting) return [`${name}: there is no setting ${settingName}.`]
    const isRight = fallback === '' || String(setting.fallback) === fallback
    return isRight ? [] : [`${name}: ${settingName} is ${setting.fallback} by default, not ${fallback}.`]
  })
}

const document = contentOf(DOCUMENT) ?? ''
const controls = rowsBelow('Controls', document)
const limits = rowsBelow('Limits', document)
const requirements = rowsBelow('Requirements', contentOf(REQUIREMENTS) ?? '')
const problems = [
  ...(requirements.length === 0 ? [`${REQUIREMENTS}: the table is missing.`] : []),
  ...requirements.flatMap(row => fileProblems(row)),
  ...(controls.length === 0 || limits.length === 0 ? [`${DOCUMENT}: a table is missing.`] : []),
  ...controls.flatMap(row => [...controlProblems(row), ...fileProblems(row)]),
  ...limits.flatMap(row => [...limitProblems(row), ...fileProblems(row)]),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
