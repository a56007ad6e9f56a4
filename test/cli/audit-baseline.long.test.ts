import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  assertValidJunit,
  assertValidSarif,
  junitSuites,
  parsedCommand,
  type SarifLog,
} from '#report/export/test-ci-formats.ts'
import { fastFlags, runCommand } from '../support/command.ts'
import { atFullMeasure } from '../support/measure.ts'

/** `sitesounder audit` in continuous integration: formats of build servers, and builds that fail on what is new alone. */

let folder: string

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-baseline-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const audit = (...args: string[]) => runCommand(['audit', ...args, ...fastFlags], { cwd: folder })
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

interface SmallSite extends AsyncDisposable {
  url: string
}

/** A start page with these links, of which only `/fine` leads anywhere. */
async function serveLinks(...paths: string[]): Promise<SmallSite> {
  const page = (name: string, body: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name} of the small site</title></head><body><h1>${name}</h1>${body}</body></html>`
  const links = ['/fine', ...paths].map(each => `<p><a href="${each}">To ${each.slice(1)}</a></p>`).join('')
  const pages = new Map([
    ['/', page('Start page', links)],
    ['/fine', page('Second page', '<p><a href="/">Back to the start</a></p>')],
  ])
  const server = createServer((request, response) => {
    const body = pages.get(request.url ?? '')
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? '')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** As docs/continuous-integration.md shows them. */
const makeBaseline = ['--limit', '500', '--format', 'json', '--output', 'baseline.json', '--fail-on', 'never']
const checkBuild = ['--limit', '500', '--format', 'github', '--baseline', 'baseline.json']

describe('a build with a baseline', () => {
  before(async () => {
    await using site = await serveLinks('/old-gone')
    const { code } = await audit(site.url, ...makeBaseline)
    assert.equal(code, 0)
  })

  test('fails on an old broken link without it, and not with it, though the port is another', async () => {
    await using site = await serveLinks('/old-gone')
    assert.equal((await audit(site.url)).code, 1)
    const { code, stdout, stderr } = await audit(site.url, '--baseline', 'baseline.json')
    assert.equal(stderr, '')
    assert.match(
      stdout,
      /^No new findings\n\nCompared with the report of http:\/\/127\.0\.0\.1:\d+\/ of \d{4}-\d\d-\d\d\n/,
    )
    assert.match(stdout, /\n {2}New {8}0\n {2}Fixed {6}0\n {2}Unchanged {2}[1-9]\d*\n\nSitesounder /)
    assert.equal(code, 0)
  })

  test('fails on a new broken link and lists it first', async () => {
    await using site = await serveLinks('/old-gone', '/new-gone')
    const { code, stdout } = await audit(site.url, '--baseline', 'baseline.json')
    assert.match(stdout, /^New findings\n {2}error {3}Broken link: 404 Not Found: .*\/new-gone /)
    assert.match(stdout, /\n {2}New {8}1\n {2}Fixed {6}0\n/)
    assert.equal(code, 1)
  })

  test('counts a broken link that was fixed, and passes', async () => {
    await using site = await serveLinks()
    const { code, stdout } = await audit(site.url, '--baseline', 'baseline.json')
    assert.match(stdout, /\n {2}New {8}0\n {2}Fixed {6}1\n/)
    assert.equal(code, 0)
  })

  test('annotates the run on GitHub with what is new and fails it, as the documents show', async () => {
    await using site = await serveLinks('/old-gone', '/new-gone')
    const { code, stdout } = await audit(site.url, ...checkBuild)
    const lines = stdout.trimEnd().split('\n').map(parsedCommand)
    assert.deepEqual(
      lines.map(line => [line?.command, line?.title]),
      [['error', 'Broken internal link (404)']],
    )
    assert.match(
      lines[0]?.message ?? '',
      /^Broken link: 404 Not Found: .*\/new-gone .*\nNamed on: http.*\nHow to fix: /,
    )
    assert.equal(code, 1)
  })

  test('says nothing on GitHub about what is old and passes, as the documents show', atFullMeasure, async () => {
    await using site = await serveLinks('/old-gone')
    const { code, stdout } = await audit(site.url, ...checkBuild)
    assert.deepEqual([code, stdout], [0, ''])
  })

  test('marks findings in JSON and SARIF, and writes only new ones to JUnit', atFullMeasure, async () => {
    await using site = await serveLinks('/new-gone')
    const { stdout: json } = await audit(site.url, '--format', 'json', '--baseline', 'baseline.json')
    const report: { issues: { check: string; baselineState: string; pageUrl: string }[] } = JSON.parse(json)
    const states = report.issues.filter(issue => issue.check === 'internal-link-broken')
    assert.deepEqual(
      states.map(issue => [issue.baselineState, new URL(issue.pageUrl).pathname]),
      [['new', '/new-gone']],
    )
    assert.ok(report.issues.some(issue => issue.baselineState === 'unchanged'))

    const { stdout: sarif } = await audit(site.url, '--format', 'sarif', '--baseline', 'baseline.json')
    const log: SarifLog = JSON.parse(sarif)
    assertValidSarif(log)
    const links = log.runs[0]?.results.filter(result => result.ruleId === 'internal-link-broken') ?? []
    assert.deepEqual(
      links.map(result => result.baselineState),
      ['new', 'absent'],
    )

    const { stdout: xml } = await audit(site.url, '--format', 'junit', '--baseline', 'baseline.json')
    await assertValidJunit(xml)
    const failures = junitSuites(xml).flatMap(suite => suite.cases.filter(each => each.outcome === 'failure'))
    assert.deepEqual(
      failures.map(each => new URL(each.name).pathname),
      ['/new-gone'],
    )
  })

  test('takes a report that was formatted anew', async () => {
    writeFileSync(path.join(folder, 'pretty.json'), JSON.stringify(JSON.parse(read('baseline.json')), null, 4))
    await using site = await serveLinks('/old-gone')
    assert.equal((await audit(site.url, '--baseline', 'pretty.json')).code, 0)
  })

  test('is called off with one sentence and exit code 2 when the baseline is none', async () => {
    const report: { version: number } = JSON.parse(read('baseline.json'))
    writeFileSync(path.join(folder, 'later.json'), JSON.stringify({ ...report, version: 99 }))
    writeFileSync(path.join(folder, 'cut.json'), read('baseline.json').slice(0, -200))
    writeFileSync(path.join(folder, 'report.csv'), 'Severity,Type\r\n')
    mkdirSync(path.join(folder, 'a-folder'))
    const refused: [string[], RegExp][] = [
      [['--baseline', 'nowhere.json'], /^The baseline nowhere\.json cannot be read \(ENOENT\)\.\n$/],
      [['--baseline', 'a-folder'], /^The baseline a-folder is no file\.\n$/],
      [['--baseline', 'report.csv'], /^The baseline report\.csv is no JSON report of Sitesounder, .*\.\n$/],
      [
        ['--baseline', 'cut.json'],
        /^The baseline cut\.json is no JSON report of Sitesounder, .*\(it ends too early\)\.\n$/,
      ],
      [['--baseline', 'later.json'], /^The baseline later\.json is a report of version 99, .*\.\n$/],
      [
        ['--baseline', 'baseline.json', '--format', 'json', '--output', './baseline.json'],
        /^--output names the file of --baseline, which would be overwritten while it is read\.\n$/,
      ],
    ]
    for (const [args, sentence] of refused) {
      const { code, stdout, stderr } = await audit('a.example', ...args)
      assert.equal(code, 2)
      assert.equal(stdout, '')
      assert.match(stderr, sentence)
    }
    assert.equal((JSON.parse(read('baseline.json')) as { version: number }).version, 2)
  })
})

describe('a site that cannot be crawled', () => {
  test('is no clean bill when it cannot be crawled', async () => {
    const gone = await serveLinks()
    await gone[Symbol.asyncDispose]()
    const junit = await audit(gone.url, '--format', 'junit')
    await assertValidJunit(junit.stdout)
    assert.equal(junitSuites(junit.stdout)[0]?.counts.errors, 1)
    const github = await audit(gone.url, '--format', 'github')
    assert.equal(parsedCommand(github.stdout.trimEnd())?.title, 'The website could not be crawled')
    const sarif: SarifLog = JSON.parse((await audit(gone.url, '--format', 'sarif')).stdout)
    assertValidSarif(sarif)
    assert.equal(sarif.runs[0]?.invocations[0]?.executionSuccessful, false)
    assert.deepEqual([junit.code, github.code], [2, 2])
  })
})
