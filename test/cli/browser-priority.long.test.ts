import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { shortTemporaryFolder } from '#browser/private-folder.ts'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { pdfBytes } from '#runtime/print-pdf.ts'
import { fastFlags, runCommand } from '../support/command.ts'
import { hasPriorities, placePriorityBrowser, priorityWords } from '../support/priority-browser.ts'
import { openTestProduct } from '../support/product.ts'
import { testSandbox } from '../support/settings.ts'

/** Who starts a browser decides whether it comes after everything else: a server has crawls and responses, a command waits for it. */

let folder: string
let browser: string
let site: LoopbackServer

async function command(...args: string[]): Promise<string> {
  const { stderr } = await runCommand(args, { env: { CHROME_PATH: browser } })
  return stderr
}

async function printedByServer(): Promise<string> {
  const html = (async function* () {
    yield '<!doctype html><title>One</title>'
  })()
  return await pdfBytes({ html, paper: 'A4', sandbox: testSandbox }).then(() => 'printed', String)
}

async function measuredByServer(): Promise<string> {
  await using opened = await openTestProduct({ flags: { pagespeed: 'lighthouse' } })
  const pageSpeed = await opened.product.pageSpeed()
  const { signal } = new AbortController()
  const result = await pageSpeed.measure({ url: `${site.origin}/`, device: 'mobile', ownerId: 1, signal })
  return result.ok ? 'measured' : result.failure.message
}

const { normal, yielding, bothYielding } = priorityWords
const rows: [what: string, start: () => Promise<string>, words: string][] = [
  [
    'a command that prints has normal priority',
    () => command('audit', `${site.origin}/`, '--report', path.join(folder, 'report.pdf'), ...fastFlags),
    normal,
  ],
  ['a command that measures has normal priority', () => command('pagespeed', `${site.origin}/`), normal],
  ['a server that prints comes after others', printedByServer, yielding],
  ['a server that measures comes after others, as does the process that measures', measuredByServer, bothYielding],
]

describe('the browser of', { skip: !hasPriorities }, () => {
  const chosen = process.env.CHROME_PATH
  before(async () => {
    folder = mkdtempSync(path.join(shortTemporaryFolder(), 'priority-'))
    browser = placePriorityBrowser(folder)
    process.env.CHROME_PATH = browser
    site = await serveHttp((_request, response) => response.end('<!doctype html><title>One</title>'))
  })
  after(async () => {
    if (chosen === undefined) delete process.env.CHROME_PATH
    else process.env.CHROME_PATH = chosen
    await site[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  for (const [what, start, words] of rows)
    test(what, async () => {
      const said = await start()
      assert.ok(said.trimEnd().endsWith(words), said)
    })
})
