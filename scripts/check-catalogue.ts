import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageCheck, SiteCheck } from '../src/checks/check.ts'
import { pageChecks, siteChecks } from '../src/checks/index.ts'
import { messageProblem } from '../src/checks/message-start.ts'
import { fixtureDefects } from '../test/fixtures/fixture-site.ts'
import { fixturePages } from '../test/fixtures/pages.ts'

/**
 * Holds the catalogue of checks together: every check has a list entry, a test, texts, a name that agrees everywhere and a
 * finding in a whole crawl, and `docs/checks.md` says what the code says. Runs alone: `node scripts/check-catalogue.ts`
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

/** One file below src/checks, and the checks that it exports by name. */
interface CheckFile {
  file: string
  name: string
  checks: [exportName: string, check: Check][]
}

async function readCheckFiles(): Promise<CheckFile[]> {
  const files = globSync('src/checks/*/*.ts', { cwd: root }).filter(file => !file.endsWith('.test.ts'))
  return Promise.all(
    files.sort().map(async file => {
      const module: Record<string, unknown> = await import(pathToFileURL(path.join(root, file)).href)
      const checks = Object.entries(module).filter((entry): entry is [string, Check] => isCheck(entry[1]))
      return { file: file.replaceAll('\\', '/'), name: path.basename(file, '.ts'), checks }
    }),
  )
}

function fileProblems({ file, name, checks }: CheckFile): string[] {
  const [first, second] = checks
  if (!first) return []
  if (second) return [`${file}: exports ${checks.length} checks; one check, one file.`]
  const [exportName, check] = first
  const problems: string[] = []
  if (check.id !== name) problems.push(`${file}: the id is "${check.id}", the file name says "${name}".`)
  if (exportName !== camelCase(name)) problems.push(`${file}: exports ${exportName}, expected ${camelCase(name)}.`)
  if (!listed.some(entry => entry === check)) {
    problems.push(
      `${file}: is missing from ${'scope' in check ? 'src/checks/site-checks.ts' : 'src/checks/page-checks.ts'}.`,
    )
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
 * What neither made-up site can show, and the file that proves it instead. Both are served without encryption by a private host
 * on this machine, in one crawl that runs no scripts, because a browser is not everywhere, and measures no speed, because no two
 * measurements are alike.
 */
const provenElsewhere: ReadonlyMap<string, string> = new Map([
  // In a whole crawl of another server.
  ['axe-violation', 'test/faults/rendering.test.ts'],
  ['certificate-problem', 'test/faults/tls.test.ts'],
  ['content-needs-javascript', 'test/faults/rendering.test.ts'],
  ['content-wider-than-screen', 'test/faults/rendering.test.ts'],
  ['html-cut-off', 'test/faults/cut-off.test.ts'],
  ['directives-changed-by-javascript', 'test/faults/rendering.test.ts'],
  ['redirect-javascript', 'test/faults/rendering.test.ts'],
  ['core-web-vitals-poor', 'test/pagespeed/sample.test.ts'],
  ['lighthouse-opportunity', 'test/pagespeed/sample.test.ts'],
  ['lighthouse-performance-low', 'test/pagespeed/sample.test.ts'],
  ['page-too-heavy', 'test/pagespeed/sample.test.ts'],
  ['url-crawl-trap', 'test/faults/traps.test.ts'],
  // Each needs a host file, or a start page, beside which most of the other findings cannot stand.
  ['homepage-noindex', 'test/faults/known-facts.test.ts'],
  ['site-noindex', 'test/faults/known-facts.test.ts'],
  ['robots-txt-blocks-site', 'test/faults/host-files.test.ts'],
  ['robots-txt-unreachable', 'test/faults/host-files.test.ts'],
  ['sitemap-unreachable', 'test/faults/host-files.test.ts'],
  // Alone: a private host is exempt, for its headers, speed and domain are not those of the public site.
  ['canonical-cross-domain', 'src/checks/canonicals/canonical-cross-domain.test.ts'],
  ['https-not-enforced', 'src/checks/security/https-not-enforced.test.ts'],
  ['link-to-private-host', 'src/checks/security/link-to-private-host.test.ts'],
  ['page-insecure', 'src/checks/security/page-insecure.test.ts'],
  ['response-slow', 'src/checks/speed/response-slow.test.ts'],
  ['security-headers-missing', 'src/checks/security/security-headers-missing.test.ts'],
  ['sitemap-url-foreign', 'src/checks/sitemaps/sitemap-url-foreign.test.ts'],
  // Alone: they speak of pages under https, or of a host with and without www.
  ['duplicate-host-variants', 'src/checks/duplicates/duplicate-host-variants.test.ts'],
  ['form-insecure', 'src/checks/security/form-insecure.test.ts'],
  ['hsts-missing', 'src/checks/security/hsts-missing.test.ts'],
  ['mixed-content', 'src/checks/security/mixed-content.test.ts'],
  ['redirect-https-to-http', 'src/checks/redirects/redirect-https-to-http.test.ts'],
])

/** A check's tests name it by its id, or, beside it, by its export. */
function elsewhereProblems(): string[] {
  return [...provenElsewhere].flatMap(([id, file]) => {
    const line = `${id}: scripts/check-catalogue.ts says that ${file} proves it`
    if (!listed.some(check => check.id === id)) return [`${line}, but there is no such check.`]
    const fullPath = path.join(root, file)
    if (!existsSync(fullPath)) return [`${line}, but there is no such file.`]
    const text = readFileSync(fullPath, 'utf8')
    return text.includes(`'${id}'`) || text.includes(`/${id}.ts'`) ? [] : [`${line}, but the file does not name it.`]
  })
}

/** Checks with a finding in the golden report. Without the report, as before it is first written, there are none. */
function goldenIds(): Set<unknown> {
  const found = new Set<unknown>()
  if (!existsSync(goldenFile)) return found
  JSON.parse(readFileSync(goldenFile, 'utf8'), (key, value: unknown) => {
    if (key === 'check') found.add(value)
    return value
  })
  return found
}

/** Every check has to find something in a whole crawl: in the golden report, in the fixture site, or as the table says. */
function unprovenProblems(): string[] {
  const fixtureIds = [...fixturePages.flatMap(page => page.trips), ...fixtureDefects.map(defect => defect.check)]
  const proven = new Set([...goldenIds(), ...fixtureIds, ...provenElsewhere.keys()])
  return listed
    .filter(check => !proven.has(check.id))
    .map(
      ({ id }) =>
        `${id}: no made-up site trips it; add a page to test/fixtures/pages.ts that does, or name in scripts/check-catalogue.ts the test of a whole crawl that proves it.`,
    )
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

function thresholdRows(check: Check): string[] {
  return Object.entries(check.thresholds?.table ?? {}).map(([name, threshold]) => {
    const { label, unit, default: own, min, max, explanation } = threshold
    const cells = [
      `\`${check.id}\``,
      `\`${name}\``,
      escaped(label),
      `${own} ${unit}`,
      `${min} to ${max}`,
      escaped(explanation),
    ]
    return `| ${cells.join(' | ')} |`
  })
}

function documentText(): string {
  return `# Checks

Generated by \`node scripts/check-catalogue.ts --write\` from the files in \`src/checks\`; change those, not this page. The severity
is the default; some checks have a second level.

## Decided by one page

${table(pageChecks)}

## Decided by the whole website

${table(siteChecks)}

## Thresholds

Numbers that checks judge by. A website may have others: in its check settings on the Websites screen, by the API, or in the settings
file of \`sitesounder audit\`. They hold from the next crawl on, and a crawl keeps those that it began with.

| check | threshold | label | comes as | from, to | what follows |
| --- | --- | --- | --- | --- | --- |
${listed.flatMap(thresholdRows).join('\n')}
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
  ...elsewhereProblems(),
  ...unprovenProblems(),
  ...documentProblems(),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
