import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { settings } from '../src/config.ts'

/**
 * Holds docs/security.md to the code: every file in its tables is there, every text quoted after a file (the name of a test, a line of
 * code) stands in that file, every setting exists and has the default that is told. Runs alone: ends with 1 and one sentence per slip.
 */

const root = path.join(import.meta.dirname, '..')
const DOCUMENT = 'docs/security.md'

/** A control is worth nothing without the code that is it and a test that would miss it. */
const FILE = /`((?:src|test|scripts)\/[^`]+)`/g
/** A file, and the texts of it that follow: `file`: “one”, “another”. */
const QUOTES = /`((?:src|test|scripts)\/[^`]+)`: ((?:“[^”]+”(?:, )?)+)/g
const QUOTE = /“([^”]+)”/g
const SETTING = /`([a-z][a-z-]+)`(?: = ([\w.]+))?/g

interface Row {
  name: string
  cells: string[]
}

/** Rows of the tables below a heading, their own heads left out. */
function rowsBelow(heading: string, text: string): Row[] {
  const section = text.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  return section
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(1)
    .map(line => line.slice(2, -2).split(' | '))
    .map(cells => ({ name: cells.slice(0, 2).join(', ').slice(0, 80), cells }))
}

function matches(form: RegExp, text: string): string[][] {
  return [...text.matchAll(form)].map(match => [...match].map(part => part ?? ''))
}

const contents = new Map<string, string | null>()
function contentOf(file: string): string | null {
  const known = contents.get(file)
  if (known !== undefined) return known
  const full = path.join(root, file)
  const content = existsSync(full) ? readFileSync(full, 'utf8') : null
  contents.set(file, content)
  return content
}

function fileProblems({ name, cells }: Row): string[] {
  const text = cells.join(' | ')
  const missing = matches(FILE, text).filter(([, file = '']) => contentOf(file) === null)
  const untrue = matches(QUOTES, text).flatMap(([, file = '', quotes = '']) =>
    matches(QUOTE, quotes)
      .filter(([, quote = '']) => contentOf(file)?.includes(quote) === false)
      .map(([, quote]) => `${name}: “${quote}” does not stand in ${file}.`),
  )
  return [...missing.map(([, file]) => `${name}: there is no file ${file}.`), ...untrue]
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
  const told = matches(SETTING, where)
  if (told.length === 0 && matches(QUOTES, where).length === 0) return [`${name}: names neither a setting nor code.`]
  return told.flatMap(([, settingName = '', fallback = '']) => {
    const setting = Object.values(settings).find(each => each.name === settingName)
    if (!setting) return [`${name}: there is no setting ${settingName}.`]
    const isTold = fallback === '' || String(setting.fallback) === fallback
    return isTold ? [] : [`${name}: ${settingName} is ${setting.fallback} by default, not ${fallback}.`]
  })
}

const document = contentOf(DOCUMENT) ?? ''
const controls = rowsBelow('Controls', document)
const limits = rowsBelow('Limits', document)
const problems = [
  ...(controls.length === 0 || limits.length === 0 ? [`${DOCUMENT}: a table is missing.`] : []),
  ...controls.flatMap(row => [...controlProblems(row), ...fileProblems(row)]),
  ...limits.flatMap(row => [...limitProblems(row), ...fileProblems(row)]),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
