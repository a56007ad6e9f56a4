import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What the documents that name files and tests have in common: their tables, and what stands in the files that these name. */

const root = path.join(import.meta.dirname, '..')

/** A control is worth nothing without the code that is it and a test that would miss it. */
export const FILE = /`((?:src|test|scripts)\/[^`]+)`/g
/** A file, and the texts of it that follow: `file`: “one”, “another”. */
export const QUOTES = /`((?:src|test|scripts)\/[^`]+)`: ((?:“[^”]+”(?:, )?)+)/g
export const QUOTE = /“([^”]+)”/g

export interface Row {
  name: string
  cells: string[]
}

/** Rows of the tables below a heading, without their heads. */
export function rowsBelow(heading: string, text: string): Row[] {
  const section = text.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  return section
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(1)
    .map(line => line.slice(2, -2).split(' | '))
    .map(cells => ({ name: cells.slice(0, 2).join(', ').slice(0, 80), cells }))
}

export function matches(form: RegExp, text: string): string[][] {
  return [...text.matchAll(form)].map(match => [...match].map(part => part ?? ''))
}

const contents = new Map<string, string | null>()

/** Text of a file of the repository, null when there is none. */
export function contentOf(file: string): string | null {
  const known = contents.get(file)
  if (known !== undefined) return known
  const full = path.join(root, file)
  const content = existsSync(full) ? readFileSync(full, 'utf8') : null
  contents.set(file, content)
  return content
}

/** One sentence for each file that is not there. */
export function missingFiles({ name, cells }: Row): string[] {
  return matches(FILE, cells.join(' | '))
    .filter(([, file = '']) => contentOf(file) === null)
    .map(([, file]) => `${name}: there is no file ${file}.`)
}
