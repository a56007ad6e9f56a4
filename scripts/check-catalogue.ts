import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageCheck, SiteCheck } from '../src/checks/check.ts'
import { messageProblem } from '../src/checks/message-start.ts'
import { fixtureDefects } from '../test/fixtures/fixture-site.ts'
import { fixturePages } from '../test/fixtures/pages.ts'
import { defectKinds } from '../test/recall/kinds.ts'

/**
 * Verifies the catalogue of checks: every check has a test, texts, one name everywhere and a finding in a whole crawl.
 * `node scripts/check-catalogue.ts --write` generates the lists of checks (`src/checks/page-checks.ts`, `site-checks.ts`) and
 * `docs/checks.md` from the files in `src/checks`; without `--write` it exits with 1 and one line per problem.
 */

type Check = PageCheck | SiteCheck

const root = path.join(import.meta.dirname, '..')
const goldenFile = path.join(root, 'test', 'golden', 'report.json')

/** `title-missing` → `titleMissing`. */
function camelCase(id: string): string {
  return id.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function isCheck(value: unknown): value is Check {
  return typeof value === 'object' && value !== null && 'id' in value && 'passedTitle' in value
}

/** A file in a folder of src/checks, and the checks that it exports by name. */
interface CheckFile {
  file: string
  name: string
  checks: [exportName: string, check: Check][]
}

/** The order in which Biome sorts imports, too. */
function byName(a: string, b: string): number {
  return a.replace(/\.ts$/, '') < b.replace(/\.ts$/, '') ? -1 : 1
}

async function readCheckFiles(): Promise<CheckFile[]> {
  const files = globSync('src/checks/*/*.ts', { cwd: root }).filter(file => !file.endsWith('.test.ts'))
  return Promise.all(
    files.toSorted(byName).map(async file => {
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
      problems.push(`${check.id}: a source needs a title and an https URL ("${title}", "${url}").`)
    }
  }
  const problem = messageProblem(check, check.title)
  return problem === null ? problems : [...problems, `${check.id}: ${problem}.`]
}

function repeatedIds(): string[] {
  const ids = listed.map(check => check.id)
  return ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `${id}: two checks have this id.`)
}

/**
 * Checks that neither the demo site nor the fixture site can trigger, and the test that proves each. Both sites are served over
 * http by a private host, and their crawls neither render JavaScript nor measure page speed.
 */
const provenElsewhere: ReadonlyMap<string, string> = new Map([
  // In a whole crawl of another server.
  ['axe-violation', 'test/faults/rendered-site.long.test.ts'],
  ['certificate-problem', 'test/faults/tls.test.ts'],
  ['content-needs-javascript', 'test/faults/rendered-site.long.test.ts'],
  ['content-wider-than-screen', 'test/faults/rendered-site.long.test.ts'],
  ['html-cut-off', 'test/faults/cut-off.test.ts'],
  ['directives-changed-by-javascript', 'test/faults/rendered-site.long.test.ts'],
  ['redirect-javascript', 'test/faults/rendered-site.long.test.ts'],
  ['core-web-vitals-poor', 'test/pagespeed/sample.long.test.ts'],
  ['lighthouse-opportunity', 'test/pagespeed/sample.long.test.ts'],
  ['lighthouse-performance-low', 'test/pagespeed/sample.long.test.ts'],
  ['page-too-heavy', 'test/pagespeed/sample.long.test.ts'],
  ['url-crawl-trap', 'test/faults/traps.long.test.ts'],
  // Each needs a host file or a start page that hides most other findings.
  ['homepage-noindex', 'test/faults/known-facts.test.ts'],
  ['site-noindex', 'test/faults/known-facts.test.ts'],
  ['pages-unchecked', 'test/faults/canonicals.test.ts'],
  ['robots-txt-blocks-site', 'test/faults/host-files.long.test.ts'],
  ['robots-txt-unreachable', 'test/faults/host-files.long.test.ts'],
  ['sitemap-unreachable', 'test/faults/host-files.long.test.ts'],
  // Only crawls with custom searches have findings.
  ['text-required-missing', 'src/crawl/custom-search.test.ts'],
  ['text-unwanted', 'src/crawl/custom-search.test.ts'],
  // By their own test: a private host is exempt.
  ['canonical-cross-domain', 'src/checks/canonicals/canonical-cross-domain.test.ts'],
  ['https-not-enforced', 'src/checks/security/https-not-enforced.test.ts'],
  ['link-to-private-host', 'src/checks/security/link-to-private-host.test.ts'],
  ['page-insecure', 'src/checks/security/page-insecure.test.ts'],
  ['response-slow', 'src/checks/speed/response-slow.test.ts'],
  ['security-headers-missing', 'src/checks/security/security-headers-missing.test.ts'],
  ['sitemap-url-foreign', 'src/checks/sitemaps/sitemap-url-foreign.test.ts'],
  // By their own test: they need https, or a host with and without www.
  ['duplicate-host-variants', 'src/checks/duplicates/duplicate-host-variants.test.ts'],
  ['form-insecure', 'src/checks/security/form-insecure.test.ts'],
  ['hsts-missing', 'src/checks/security/hsts-missing.test.ts'],
  ['mixed-content', 'src/checks/security/mixed-content.test.ts'],
  ['redirect-https-to-http', 'src/checks/redirects/redirect-https-to-http.test.ts'],
])

/** A test names its check by id, or imports it from the file beside it. */
function elsewhereProblems(): string[] {
  return [...provenElsewhere].flatMap(([id, file]) => {
    const line = `${id}: scripts/check-catalogue.ts names ${file} as its proof`
    if (!listed.some(check => check.id === id)) return [`${line}, but there is no such check.`]
    const fullPath = path.join(root, file)
    if (!existsSync(fullPath)) return [`${line}, but there is no such file.`]
    const text = readFileSync(fullPath, 'utf8')
    return text.includes(`'${id}'`) || text.includes(`/${id}.ts'`) ? [] : [`${line}, but the file does not name it.`]
  })
}

/** Checks with a finding in the golden report; none before the report is first written. */
function goldenIds(): Set<unknown> {
  const found = new Set<unknown>()
  if (!existsSync(goldenFile)) return found
  JSON.parse(readFileSync(goldenFile, 'utf8'), (key, value: unknown) => {
    if (key === 'check') found.add(value)
    return value
  })
  return found
}

/**
 * Every check needs a finding in a whole crawl: in the golden report, on the fixture site, as a kind of defect of the recall test, or in the
 * test that `provenElsewhere` names.
 */
function unprovenProblems(): string[] {
  const fixtureIds = [...fixturePages.flatMap(page => page.trips), ...fixtureDefects.map(defect => defect.check)]
  const injectedIds = defectKinds.flatMap(({ finds }) => finds ?? [])
  const proven = new Set([...goldenIds(), ...fixtureIds, ...injectedIds, ...provenElsewhere.keys()])
  return listed
    .filter(check => !proven.has(check.id))
    .map(
      ({ id }) =>
        `${id}: neither the demo site nor the fixture site triggers it; add a page to test/fixtures/pages.ts, add a kind to test/recall/kinds, or name the test that proves it in scripts/check-catalogue.ts.`,
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

## Page checks: they need one page

${table(pageChecks.map(({ check }) => check))}

## Site checks: they need the whole crawl

${table(siteChecks.map(({ check }) => check))}

## Thresholds

A website can set its own values: in its check settings on the Websites screen, by the API, or in the settings file of
\`sitesounder audit\`. They apply from the next crawl on; a crawl keeps the values that it started with.

| check | threshold | label | default | range | effect |
| --- | --- | --- | --- | --- | --- |
${listed.flatMap(thresholdRows).join('\n')}
`
}

/** A module that exports the checks of one kind, in the order of their files. */
function listText(kind: 'Page' | 'Site', files: readonly ListedCheck[]): string {
  const imports = files.map(({ file, exportName }) => ({
    from: file.replace('src/checks', '.'),
    what: `{ ${exportName} }`,
  }))
  const lines = [...imports, { from: './check.ts', what: `type { ${kind}Check }` }]
    .toSorted((a, b) => byName(a.from, b.from))
    .map(({ from, what }) => `import ${what} from '${from}'`)
  const name = `${kind.toLowerCase()}Checks`
  return `${lines.join('\n')}

/** Generated by \`node scripts/check-catalogue.ts --write\`; do not edit. Every ${kind.toLowerCase()} check, by subject and id. */
export const ${name}: readonly ${kind}Check[] = [
${files.map(({ exportName }) => `  ${exportName},`).join('\n')}
]
`
}

interface ListedCheck {
  file: string
  exportName: string
  check: Check
}

const checkFiles = await readCheckFiles()
const listedFiles: readonly ListedCheck[] = checkFiles.flatMap(({ file, checks }) =>
  checks.map(([exportName, check]) => ({ file, exportName, check })),
)
const listed: readonly Check[] = listedFiles.map(({ check }) => check)
const pageChecks = listedFiles.filter(({ check }) => !('scope' in check))
const siteChecks = listedFiles.filter(({ check }) => 'scope' in check)

/** Generated files with the text that they must have. */
const generated: readonly (readonly [file: string, text: string])[] = [
  ['src/checks/page-checks.ts', listText('Page', pageChecks)],
  ['src/checks/site-checks.ts', listText('Site', siteChecks)],
  ['docs/checks.md', documentText()],
]

function outdatedFiles(): string[] {
  return generated
    .filter(
      ([file, text]) => !existsSync(path.join(root, file)) || readFileSync(path.join(root, file), 'utf8') !== text,
    )
    .map(([file]) => `${file}: is out of date; run node scripts/check-catalogue.ts --write.`)
}

if (process.argv.includes('--write')) {
  for (const [file, text] of generated) writeFileSync(path.join(root, file), text)
}

const problems = [
  ...checkFiles.flatMap(fileProblems),
  ...listed.flatMap(textProblems),
  ...repeatedIds(),
  ...elsewhereProblems(),
  ...unprovenProblems(),
  ...outdatedFiles(),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
