import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageCheck, SiteCheck } from '../src/checks/check.ts'
import { pageChecks, siteChecks } from '../src/checks/index.ts'
import { messageProblem } from '../src/checks/message-beginning.ts'

/**
 * Holds the catalogue of checks together: every check has a list entry, a test, texts, a name that agrees everywhere and a
 * finding in the golden report, and `docs/checks.md` says what the code says. Runs alone: `node scripts/check-catalogue.ts`
 * ends with 1 and one sentence per slip; `--write` writes the document.
 */

type Check = PageCheck | SiteCheck

const root = path.join(import.meta.dirname, '..')
const documentFile = path.join(root, 'docs', 'checks.md')
const goldenFile = path.join(root, 'test', 'golden', 'report.json')
const listed: readonly Check[] = [...pageChecks, ...siteChecks]

/** `title-missing` → `titleMissing`. */
function camelCase(id: string): string {
  return id.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function isCheck(value: unknown): value is Check {
  return typeof value === 'object' && value !== null && 'id' in value && 'check' in value && 'passedTitle' in value
}

/** One file below src/checks/page or src/checks/site, and the checks that it exports by name. */
interface CheckFile {
  file: string
  folder: 'page' | 'site'
  name: string
  checks: [exportName: string, check: Check][]
}

async function readCheckFiles(): Promise<CheckFile[]> {
  const files = globSync('src/checks/{page,site}/*.ts', { cwd: root }).filter(file => !file.endsWith('.test.ts'))
  return Promise.all(
    files.sort().map(async file => {
      const module: Record<string, unknown> = await import(pathToFileURL(path.join(root, file)).href)
      const checks = Object.entries(module).filter((entry): entry is [string, Check] => isCheck(entry[1]))
      const folder = path.basename(path.dirname(file)) === 'page' ? 'page' : 'site'
      return { file: file.replaceAll('\\', '/'), folder, name: path.basename(file, '.ts'), checks }
    }),
  )
}

function fileProblems({ file, folder, name, checks }: CheckFile): string[] {
  const [first, second] = checks
  if (!first) return folder === 'page' ? [`${file}: exports no check; what checks share lies in src/checks.`] : []
  if (second) return [`${file}: exports ${checks.length} checks; one check, one file.`]
  const [exportName, check] = first
  const problems: string[] = []
  if (check.id !== name) problems.push(`${file}: the id is "${check.id}", the file name says "${name}".`)
  if (exportName !== camelCase(name)) problems.push(`${file}: exports ${exportName}, expected ${camelCase(name)}.`)
  if (!(folder === 'page' ? pageChecks : siteChecks).some(entry => entry === check)) {
    problems.push(`${file}: is missing from the ${folder} checks of src/checks/index.ts.`)
  }
  if (!existsSync(path.join(root, file.replace(/\.ts$/, '.test.ts')))) problems.push(`${file}: has no test beside it.`)
  return problems
}

function textProblems(check: Check): string[] {
  const problems = (['title', 'passedTitle', 'why', 'fix'] as const)
    .filter(field => check[field].trim() === '')
    .map(field => `${check.id}: the text "${field}" is empty.`)
  if (check.sources.length === 0) problems.push(`${check.id}: names no source.`)
  for (const { title, url } of check.sources) {
    if (title.trim() === '' || !url.startsWith('https://')) {
      problems.push(`${check.id}: a source needs a title and an https address ("${title}", "${url}").`)
    }
  }
  const problem = messageProblem(check, check.title)
  return problem === null ? problems : [...problems, `${check.id}: ${problem}.`]
}

function repeatedIds(): string[] {
  const ids = listed.map(check => check.id)
  return ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `${id}: stands in the lists twice.`)
}

/**
 * What the golden site cannot show: it is served without encryption by a private host, which has no variants and is exempt; and no
 * speed is measured there, because no two measurements are alike (test/pagespeed/sample.test.ts has fixed ones).
 */
const outOfReach: ReadonlySet<string> = new Set([
  'core-web-vitals-poor',
  'duplicate-host-variants',
  'form-insecure',
  'lighthouse-opportunity',
  'lighthouse-performance-low',
  'link-to-private-host',
  'mixed-content',
  'page-insecure',
  'page-too-heavy',
  'redirect-https-to-http',
])

/** Every other check has to find something in the golden report. Without the report there is nothing to compare with. */
function goldenProblems(): string[] {
  if (!existsSync(goldenFile)) return []
  const found = new Set<unknown>()
  JSON.parse(readFileSync(goldenFile, 'utf8'), (key, value: unknown) => {
    if (key === 'check') found.add(value)
    return value
  })
  return listed
    .filter(check => !found.has(check.id) && !outOfReach.has(check.id))
    .map(check => `${check.id}: finds nothing in test/golden/report.json; add a page to test/site that trips it.`)
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('|', '\\|')
    .replaceAll('*', '\\*')
    .replaceAll('_', '\\_')

function row(check: Check): string {
  const sources = check.sources.map(({ title, url }) => `[${escaped(title)}](${url})`).join('<br>')
  const cells = [
    `\`${check.id}\``,
    check.severity,
    `\`${check.type}\``,
    ...[check.title, check.why, check.fix].map(escaped),
    sources,
  ]
  return `| ${cells.join(' | ')} |`
}

function table(checks: readonly Check[]): string {
  const head = '| id | severity | type | title | why | fix | sources |\n| --- | --- | --- | --- | --- | --- | --- |'
  return [head, ...checks.map(row)].join('\n')
}

function documentText(): string {
  return `# Checks

Generated by \`node scripts/check-catalogue.ts --write\` from the files in \`src/checks\`; change those, not this page. The severity
is the default; some checks have a second level.

## Decided by one page

${table(pageChecks)}

## Decided by the whole website

${table(siteChecks)}
`
}

function documentProblems(): string[] {
  const isCurrent = existsSync(documentFile) && readFileSync(documentFile, 'utf8') === documentText()
  return isCurrent
    ? []
    : ['docs/checks.md: does not say what the code says; run node scripts/check-catalogue.ts --write.']
}

if (process.argv.includes('--write')) writeFileSync(documentFile, documentText())

const problems = [
  ...(await readCheckFiles()).flatMap(fileProblems),
  ...listed.flatMap(textProblems),
  ...repeatedIds(),
  ...goldenProblems(),
  ...documentProblems(),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
