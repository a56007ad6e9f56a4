import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { launch, type Page } from 'puppeteer-core'
import { findBrowser } from '#browser/find-browser.ts'
import { testBrowserEnvironment, testBrowserFlags } from '../support/browser-environment.ts'
import { axeResults } from './axe-results.ts'
import type { FetchedResponse } from './checked-page.ts'
import { htmlValidateResults } from './html-validate-results.ts'
import { lighthouseResults } from './lighthouse-results.ts'
import { ourResults } from './our-results.ts'
import { fetchPage, type ScriptlessProxy, startScriptlessProxy } from './scriptless-proxy.ts'
import { type Results, type Topic, topics } from './topics.ts'

/**
 * Runs independent tools on the same pages and prints where they and the page checks differ. On request, never in a test run:
 *
 *     npm run reference-tools -- --urls FILE [--html-validate FOLDER] [--lighthouse N] [--places]
 *
 * FILE names URLs of servers on loopback, one a line; FOLDER is one in which `npm install html-validate` was run; Lighthouse looks at the
 * first N URLs, for it takes seconds for each.
 */
const { values } = parseArgs({
  options: {
    urls: { type: 'string' },
    'html-validate': { type: 'string' },
    lighthouse: { type: 'string', default: '20' },
    places: { type: 'boolean', default: false },
  },
})

/** Results by tool; null where one did not check this page. */
interface PageResults {
  url: string
  ours: Results
  axe: Results | null
  lighthouse: Results | null
  htmlValidate: Results | null
}

async function main(): Promise<void> {
  const file = values.urls
  if (file === undefined || !existsSync(file)) throw new Error('--urls FILE: which pages?')
  const urls = readFileSync(file, 'utf8')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const found = await Promise.all(urls.map(fetchPage))
  const responses = found.filter(response => response !== null)
  const folder = values['html-validate']
  const validated = folder === undefined ? [] : htmlValidateResults(responses, folder)
  const drawn = await browserResults(responses)
  const results = responses.map((response, index): PageResults => {
    const { axe = null, lighthouse = null } = drawn[index] ?? {}
    return { url: response.url, ours: ourResults(response), axe, lighthouse, htmlValidate: validated[index] ?? null }
  })
  print(results)
}

type Drawn = Pick<PageResults, 'axe' | 'lighthouse'>

/** What the reference tools say that need a browser. */
async function browserResults(responses: readonly FetchedResponse[]): Promise<Drawn[]> {
  const found = await findBrowser()
  const browser = await launch({
    executablePath: found.path,
    env: testBrowserEnvironment(found),
    headless: 'shell',
    // No other server than that of the page is requested.
    args: [...testBrowserFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  const proxy = await startScriptlessProxy()
  try {
    const drawn: Drawn[] = []
    for (const [index, response] of responses.entries()) {
      const page = await browser.newPage()
      drawn.push(await resultsInBrowser({ page, proxy, response, withLighthouse: index < Number(values.lighthouse) }))
      await page.close()
    }
    return drawn
  } finally {
    proxy.close()
    await browser.close()
  }
}

interface Look {
  page: Page
  proxy: ScriptlessProxy
  response: FetchedResponse
  withLighthouse: boolean
}

async function resultsInBrowser({ page, proxy, response, withLighthouse }: Look): Promise<Drawn> {
  const url = proxy.urlOf(response.url)
  try {
    await page.goto(url, { waitUntil: 'load', timeout: 30_000 })
    const axe = page.url() === url ? await axeResults(page) : null
    const lighthouse = withLighthouse && axe !== null ? await lighthouseResults(page, url) : null
    return { axe, lighthouse }
  } catch (error) {
    console.error(`${response.url}: ${error instanceof Error ? error.message : String(error)}`)
    return { axe: null, lighthouse: null }
  }
}

function print(results: readonly PageResults[]): void {
  console.log(`${results.length} pages`)
  for (const topic of topics) {
    const rows = results.map(each => ({ url: each.url, results: resultsFor(topic, each) }))
    const differing = rows.filter(({ results }) => new Set(results.map(({ fails }) => fails)).size > 1)
    const count = (who: string) =>
      rows.flatMap(row => row.results).filter(each => each.who === who && each.fails).length
    const requested = [...new Set(rows.flatMap(row => row.results.map(({ who }) => who)))]
    const counts = requested.map(who => `${who} ${count(who)}`).join(', ')
    console.log(`\n${topic.name}: ${counts}; ${differing.length} pages on which they differ`)
    for (const { url, results } of differing) {
      console.log(`  ${url} ${results.map(({ who, fails }) => `${who} ${fails ? 'finds' : '-'}`).join(', ')}`)
      if (values.places)
        for (const { who, places } of results)
          for (const place of places.slice(0, 2))
            console.log(`      ${who}: ${place.replaceAll(/\s+/g, ' ').slice(0, 220)}`)
    }
  }
}

interface TopicResponse {
  who: string
  fails: boolean
  places: string[]
}

function resultsFor(topic: Topic, results: PageResults): TopicResponse[] {
  const of = (who: string, rules: readonly string[], results: Results | null): TopicResponse[] => {
    if (results === null || rules.length === 0) return []
    const places = rules.flatMap(rule => results.get(rule) ?? [])
    return [{ who, fails: rules.some(rule => results.has(rule)), places }]
  }
  return [
    ...of('ours', topic.ours, results.ours),
    ...of('axe', topic.axe, results.axe),
    ...of('lighthouse', topic.lighthouse, results.lighthouse),
    ...of('html-validate', topic.htmlValidate, results.htmlValidate),
  ]
}

await main()
