import { contentOf, FILE, matches, missingFiles, QUOTE, QUOTES, type Row, rowsBelow } from './document-tables.ts'

/**
 * Holds docs/measurements/specification-coverage.md to the code: every file that it names is there, every text quoted after a file is the name of
 * a test in it, every statement has a test or says what differs, and the numbers of each section have no holes. Runs alone: exits with 1 and one sentence per problem.
 */

const DOCUMENT = 'docs/measurements/specification-coverage.md'
const SECTIONS = [
  '1. What the product does and for whom',
  '2. Screens and routes',
  '3. Entities and their fields',
  '4. States and transitions',
  '5. Validation rules',
  '6. Roles and permissions',
  '7. Calls',
  '8. Error catalogue',
  '9. Business constants and limits',
]
const DIFFERENCE = /(?:^|<br>)Difference: \S/
/** The name of a test or of a group of tests, as it is written. */
const TEST_NAME = /\b(?:test|it|describe)\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g

function testNames(file: string): Set<string> {
  return new Set(matches(TEST_NAME, contentOf(file) ?? '').flatMap(([, ...names]) => names))
}

function statementProblems(row: Row): string[] {
  const { name, cells } = row
  const [, statement = '', code = '', proof = ''] = cells
  if (cells.length !== 4) return [`${name}: has ${cells.length} cells instead of 4.`]
  const problems = missingFiles(row)
  if (statement.trim() === '') problems.push(`${name}: says nothing.`)
  if (matches(FILE, code).length === 0) problems.push(`${name}: names no file of code.`)
  const quoted = matches(QUOTES, proof)
  if (quoted.length === 0 && !DIFFERENCE.test(proof)) problems.push(`${name}: has neither a test nor a difference.`)
  if (quoted.length !== matches(FILE, proof).length)
    problems.push(`${name}: names a file of tests without a test of it.`)
  for (const [, file = '', quotes = ''] of quoted) {
    const names = testNames(file)
    for (const [, quote = ''] of matches(QUOTE, quotes))
      if (!names.has(quote)) problems.push(`${name}: ${file} has no test “${quote}”.`)
  }
  return problems
}

function numberProblems(section: number, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [`Section ${section} is missing or has no statement.`]
  return rows.flatMap(({ cells, name }, index) => {
    const expected = `${section}.${index + 1}`
    return cells[0] === expected ? [] : [`${name}: should have the number ${expected}.`]
  })
}

const document = contentOf(DOCUMENT) ?? ''
const sections = SECTIONS.map(heading => rowsBelow(heading, document))
const problems = sections.flatMap((rows, index) => [
  ...numberProblems(index + 1, rows),
  ...rows.flatMap(statementProblems),
])
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
