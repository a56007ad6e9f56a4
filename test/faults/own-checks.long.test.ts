import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { serialize } from 'node:v8'
import { pageFactsWith } from '#checks/test-facts.ts'
import { serveHttp } from '#fetch/test-server.ts'
import { checkResults } from '#report/check-results.ts'
import { crawlHealth } from '#report/crawl-health.ts'
import { sarifExport } from '#report/export/sarif.ts'
import { issueResponse } from '#report/issue-list.ts'
import { describeOwnChecks, OwnCheckHost } from '#runtime/own-checks.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'

/** Files of own checks, good and hostile: whatever they do, a crawl goes on, and says what happened. */

const EXAMPLE = path.resolve(import.meta.dirname, '../../docs/examples/own-checks.ts')
/** Long enough for a sound check on a machine that has much else to do. */
const TIMEOUT_MS = 2_000
const MEMORY_TIMEOUT_MS = 120_000
const CRAWL_TIMEOUT_MS = 3_000

let folder: string
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'own checks '))
})
after(() => rm(folder, { recursive: true, force: true }))

/** A check whose rule is this source; a few words more stand before it in the file. */
const checkOf = (id: string, rule: string) => `export const ${id} = {
  id: '${id}', type: 'own_issue', severity: 'warning', applies: 'any', title: '${id}', passedTitle: 'Not ${id}',
  why: 'Why', fix: 'Fix', sources: [], check: page => { ${rule} },
}\n`

async function fileOf(name: string, source: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, source)
  return file
}

const SOUND = checkOf('sound', "return page.title === '' ? [] : [{ message: page.title }]")
const facts = serialize(pageFactsWith({ titles: [{ text: 'Ahoy', line: 1 }] }))

/** The last but one has so much time that it comes to the end of its memory on any machine. */
const hostile: [name: string, rule: string, why: RegExp, timeoutMs: number][] = [
  ['loops without a pause', 'for (;;) {}', /took longer than 2 s on one page/, TIMEOUT_MS],
  [
    'allocates objects without end',
    'const all = []; for (;;) all.push({ all: [1, 2, 3] })',
    /took (too much memory|longer)/,
    TIMEOUT_MS,
  ],
  [
    'allocates bytes without end',
    'const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1))',
    /took too much memory/,
    MEMORY_TIMEOUT_MS,
  ],
  ['ends its thread', 'process.exit(7)', /ended its thread/, TIMEOUT_MS],
]

describe('a check that', () => {
  for (const [name, rule, why, timeoutMs] of hostile)
    it(`${name} is named, and the others go on in a new thread`, async () => {
      const files = [await fileOf(`${name}.mjs`, checkOf('hostile', rule) + SOUND)]
      const checks = await describeOwnChecks({ files, timeoutMs })
      await using host = new OwnCheckHost({ files, timeoutMs, checks, log() {} })
      const [ended, next] = await Promise.all([
        host.check({ facts, thresholds: undefined, without: [] }),
        host.check({ facts, thresholds: undefined, without: ['own:hostile'] }),
      ])
      assert.equal(ended.kind === 'ended' && ended.checkId, 'own:hostile')
      assert.match(ended.kind === 'ended' ? ended.why : '', why)
      assert.deepEqual(next.kind === 'checked' && next.checked.issues.map(({ message }) => message), ['Ahoy'])
    })

  for (const [name, rule, message] of [
    ['throws', "throw new Error('no luck')", /no luck/],
    ['returns a promise that stays pending', 'return new Promise(() => {})', /returned a promise/],
    ['returns a promise that is rejected', "return Promise.reject(new Error('late'))", /returned a promise/],
    ['returns what is no finding', 'return [{ message: 5 }]', /no list of findings/],
  ] as const)
    it(`${name} is reported, and the page counts as not checked by it`, async () => {
      const files = [await fileOf(`${name}.mjs`, checkOf('hostile', rule) + SOUND)]
      const checks = await describeOwnChecks({ files, timeoutMs: TIMEOUT_MS })
      await using host = new OwnCheckHost({ files, timeoutMs: TIMEOUT_MS, checks, log() {} })
      const reply = await host.check({ facts, thresholds: undefined, without: [] })
      assert.ok(reply.kind === 'checked')
      assert.match(reply.errors.find(({ checkId }) => checkId === 'own:hostile')?.message ?? '', message)
      assert.deepEqual(reply.checked.checkResults.skipped, [['own:hostile', 'The check itself failed']])
      assert.deepEqual(reply.checked.checkResults.failed, ['own:sound'])
    })

  it('breaks what findings are read by ends nothing else', async () => {
    const files = [await fileOf('breaks.mjs', checkOf('hostile', 'Array.prototype.slice = () => 5; return [{}]'))]
    const checks = await describeOwnChecks({ files, timeoutMs: TIMEOUT_MS })
    await using host = new OwnCheckHost({ files, timeoutMs: TIMEOUT_MS, checks, log() {} })
    const reply = await host.check({ facts, thresholds: undefined, without: [] })
    assert.ok(reply.kind === 'ended' || reply.errors.length > 0)
  })

  it('leaves a promise that is rejected later ends no thread', async () => {
    const logged: string[] = []
    const files = [await fileOf('late.mjs', checkOf('hostile', "Promise.reject(new Error('late')); return []") + SOUND)]
    const checks = await describeOwnChecks({ files, timeoutMs: TIMEOUT_MS })
    const log = (_: string, { cause }: Record<string, unknown>) => void logged.push(String(cause))
    await using host = new OwnCheckHost({ files, timeoutMs: TIMEOUT_MS, checks, log })
    for (let page = 0; page < 2; page++)
      assert.equal((await host.check({ facts, thresholds: undefined, without: [] })).kind, 'checked')
    assert.match(logged.join(), /late/)
  })
})

describe('a file of checks', () => {
  for (const [name, source, sentence] of [
    ['that cannot be read', 'export const a = ', /cannot be used/],
    ['that throws', "throw new Error('no luck')", /no luck/],
    ['that ends its thread', 'process.exit()', /end their thread/],
    ['without a check', 'export const a = 1', /check number 1/],
  ] as const)
    it(`${name} is refused at the start, with a sentence`, async () => {
      const files = [await fileOf(`${name}.mjs`, source)]
      await assert.rejects(describeOwnChecks({ files, timeoutMs: TIMEOUT_MS }), sentence)
    })
})

describe('a crawl with own checks', () => {
  it('has their findings like all others, goes on past a hostile one, and explains them without the files', async () => {
    const filler = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
    const page = (title: string, body = '') =>
      `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${filler}</p>${body}</main></body></html>`
    const links = [1, 2, 3].map(index => `<a href="/products/${index}">Product ${index}</a>`).join(' ')
    await using server = await serveHttp(({ url = '' }, response) => {
      const isHome = url === '/'
      const html = isHome
        ? page('THE HARBOUR IN CAPITALS', links)
        : page(`Product ${url}`, url.endsWith('1') ? '5 €' : '')
      const status = isHome || url.startsWith('/products/') ? 200 : 404
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    })
    const hostileFile = await fileOf(
      'hostile.mjs',
      checkOf('loops', 'for (;;) {}') + checkOf('throws', "throw new Error('no luck')"),
    )
    await using opened = await openTestProduct({
      flags: { 'check-files': `${EXAMPLE},${hostileFile}`, 'own-checks-timeout-ms': String(CRAWL_TIMEOUT_MS) },
    })
    const { product, logged } = opened
    const { reading } = product.store
    const thresholds = [{ checkId: 'own:title-all-capitals', name: 'minLetters', value: 5 }]
    const crawl = await waitForEnd(product, await startTestCrawl(product, { url: `${server.origin}/`, thresholds }))

    const found = await reading.issues(crawl.id, { checkId: 'own:price-missing' })
    assert.deepEqual(found.map(({ severity, pageUrl }) => [severity, new URL(pageUrl).pathname]).sort(), [
      ['error', '/products/2'],
      ['error', '/products/3'],
    ])
    const [capitals] = await reading.issues(crawl.id, { checkId: 'own:title-all-capitals' })
    assert.ok(capitals)
    const { title, why, details } = issueResponse(capitals, crawl)
    assert.equal(title, 'Title in capital letters')
    assert.match(why, /slower to read/)
    assert.deepEqual(details.evidence, [
      {
        kind: 'text',
        label: 'Thresholds of this website',
        text: 'Letters of a title that is checked: 5 characters (default 12)',
      },
    ])

    const results = new Map((await checkResults(reading, crawl)).map(result => [result.id, result]))
    assert.equal(results.get('own:price-missing')?.subject, 'Own checks')
    assert.equal(results.get('own:price-missing')?.pageCount, 2)
    assert.equal(results.get('own:loops')?.pagesChecked, 0)
    const health = await crawlHealth(reading, crawl)
    assert.ok(health?.subjects.some(({ subject }) => subject === 'Own checks'))
    let sarif = ''
    for await (const part of sarifExport({ reading, crawl, isStable: true })) sarif += part
    const [run] = JSON.parse(sarif).runs
    const rule = run.tool.driver.rules.findIndex(({ id }: { id: string }) => id === 'own:price-missing')
    assert.ok(
      run.results.some(
        (each: { ruleId: string; ruleIndex: number }) => each.ruleId === 'own:price-missing' && each.ruleIndex === rule,
      ),
    )

    const notes = crawl.notes.filter(note => note.startsWith('The own check'))
    assert.equal(notes.length, 2)
    assert.match(
      notes.join('\n'),
      /own:loops was switched off for the rest of the crawl: it took longer than 3 s on one page/,
    )
    assert.match(notes.join('\n'), /own:throws failed on a page, and skipped it: Error: no luck/)
    assert.ok(
      logged.some(
        ({ event, details: { checkId } }) => event === 'an own check was switched off' && checkId === 'own:loops',
      ),
    )
  })
})
