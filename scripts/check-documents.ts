import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Verifies that what the documents name exists: files behind links, headings behind `#…`, paths in code spans, scripts of package.json
 * behind `npm run`. Every document must be reachable from README.md. Runs alone: exits with 1 and one line per problem.
 */

const ROOT = path.join(import.meta.dirname, '..')
const DOCUMENTS = ['*.md', 'docs/**/*.md', 'src/**/*.md', 'test/**/*.md']
/** `[text](target)`, and no image of another site. */
const LINK = /\]\(([^()\s]+)\)/g
/** A path of this repository in a code span, with neither placeholder nor wildcard. */
const NAMED_PATH = /`((?:src|test|scripts|docs|deploy|bin)\/[\w./-]*\w)\/?`/g
const NPM_RUN = /npm run ([\w:-]+)/g

const packageScripts: Record<string, string> = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).scripts

function found(form: RegExp, text: string): string[] {
  return [...text.matchAll(form)].map(([, name = '']) => name)
}

/** Links to files of this repository, as [path from its root, heading]. */
function links(document: string, text: string): [file: string, anchor: string][] {
  return found(LINK, text)
    .filter(target => !/^[a-z]+:/.test(target))
    .map(target => {
      const [file = '', anchor = ''] = target.split('#')
      const full = file === '' ? document : path.posix.join(path.posix.dirname(document), file)
      return [full, anchor]
    })
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')
}

function hasAnchor(text: string, anchor: string): boolean {
  return found(/^#+ (.+)$/gm, text).some(heading => anchorOf(heading) === anchor)
}

function problemsOf(document: string, text: string): string[] {
  const broken = links(document, text).flatMap(([file, anchor]) => {
    if (!existsSync(path.join(ROOT, file))) return [`${document}: links to ${file}, which does not exist.`]
    const target = anchor === '' ? '' : readFileSync(path.join(ROOT, file), 'utf8')
    return anchor === '' || hasAnchor(target, anchor) ? [] : [`${document}: ${file} has no heading #${anchor}.`]
  })
  const missing = found(NAMED_PATH, text)
    .filter(name => !existsSync(path.join(ROOT, name)))
    .map(name => `${document}: names ${name}, which does not exist.`)
  const unknown = found(NPM_RUN, text)
    .filter(name => !(name in packageScripts))
    .map(name => `${document}: names "npm run ${name}", which package.json does not have.`)
  return [...broken, ...missing, ...unknown]
}

function reachable(from: string, texts: ReadonlyMap<string, string>): Set<string> {
  const seen = new Set([from])
  for (const document of seen)
    for (const [file] of links(document, texts.get(document) ?? '')) if (texts.has(file)) seen.add(file)
  return seen
}

const documents = globSync(DOCUMENTS, { cwd: ROOT }).map(file => file.replaceAll('\\', '/'))
const texts = new Map(documents.map(file => [file, readFileSync(path.join(ROOT, file), 'utf8')]))
const reached = reachable('README.md', texts)
const problems = [
  ...[...texts].flatMap(([document, text]) => problemsOf(document, text)),
  ...documents.filter(file => !reached.has(file)).map(file => `${file}: no link leads to it from README.md.`),
]
for (const problem of new Set(problems)) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
