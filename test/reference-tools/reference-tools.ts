import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { launch, type Page } from 'puppeteer-core'
import { browserFlags, findBrowser } from '#browser/find-browser.ts'
import { testBrowserEnvironment } from '../support/browser-environment.ts'
import { axeVerdicts } from './axe-results.ts'
import type { Answer } from './checked-page.ts'
import { htmlValidateVerdicts } from './html-validate-results.ts'
import { lighthouseVerdicts } from './lighthouse-results.ts'
import { ourVerdicts } from './our-results.ts'
import { answerOf, type ScriptlessProxy, startScriptlessProxy } from './scriptless-proxy.ts'
import { type Topic, topics, type Verdicts } from './topics.ts'

/**
 * Asks independent judges about the same pages and prints where they and the page checks differ. On request, never in a test run:
 *
 *     npm run judges -- --urls FILE [--html-validate FOLDER] [--lighthouse N] [--places]
 *
 * FILE names addresses of servers on loopback, one a line; FOLDER is one in which `npm install html-validate` was run; Lighthouse looks at the
 * first N addresses, for it takes seconds for each.
 */
const { values } = parseArgs({
  options: {
    urls: { type: 'string' },
    'html-validate': { type: 'string' },
    lighthouse: { type: 'string', default: '20' },
    places: { type: 'boolean', default: false },
  },
})

/** Judges by name; null where one was not asked about this page. */
interface Judged {
  url: string
  ours: Verdicts
  axe: Verdicts | null
  lighthouse: Verdicts | null
  htmlValidate: Verdicts | null
}

async function main(): Promise<void> {
  const file = values.urls
  if (file === undefined || !existsSync(file)) throw new Error('--urls FILE: which pages?')
  const urls = readFileSync(file, 'utf8')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const found = await Promise.all(urls.map(answerOf))
  const answers = found.filter(answer => answer !== null)
  const folder = values['html-validate']
  const validated = folder === undefined ? [] : htmlValidateVerdicts(answers, folder)
  const drawn = await drawnVerdicts(answers)
  const judged = answers.map((answer, index): Judged => {
    const { axe = null, lighthouse = null } = drawn[index] ?? {}
    return { url: answer.url, ours: ourVerdicts(answer), axe, lighthouse, htmlValidate: validated[index] ?? null }
  })
  print(judged)
}

type Drawn = Pick<Judged, 'axe' | 'lighthouse'>

/** What the judges say that need a browser. */
async function drawnVerdicts(answers: readonly Answer[]): Promise<Drawn[]> {
  const found = await findBrowser()
  const browser = await launch({
    executablePath: found.path,
    env: testBrowserEnvironment(found),
    headless: 'shell',
    // Nobody but the server of the page is asked.
    args: [...browserFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  const proxy = await startScriptlessProxy()
  try {
    const drawn: Drawn[] = []
    for (const [index, answer] of answers.entries()) {
      const page = await browser.newPage()
      drawn.push(await judgedByBrowser({ page, proxy, answer, withLighthouse: index < Number(values.lighthouse) }))
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
  answer: Answer
  withLighthouse: boolean
}

async function judgedByBrowser({ page, proxy, answer, withLighthouse }: Look): Promise<Drawn> {
  const address = proxy.addressOf(answer.url)
  try {
    await page.goto(address, { waitUntil: 'load', timeout: 30_000 })
    const axe = page.url() === address ? await axeVerdicts(page) : null
    const lighthouse = withLighthouse && axe !== null ? await lighthouseVerdicts(page, address) : null
    return { axe, lighthouse }
  } catch (error) {
    console.error(`${answer.url}: ${error instanceof Error ? error.message : String(error)}`)
    return { axe: null, lighthouse: null }
  }
}

function print(judged: readonly Judged[]): void {
  console.log(`${judged.length} pages`)
  for (const topic of topics) {
    const rows = judged.map(each => ({ url: each.url, answers: answersTo(topic, each) }))
    const differing = rows.filter(({ answers }) => new Set(answers.map(({ fails }) => fails)).size > 1)
    const count = (who: string) =>
      rows.flatMap(row => row.answers).filter(each => each.who === who && each.fails).length
    const asked = [...new Set(rows.flatMap(row => row.answers.map(({ who }) => who)))]
    const counts = asked.map(who => `${who} ${count(who)}`).join(', ')
    console.log(`\n${topic.name}: ${counts}; ${differing.length} pages on which they differ`)
    for (const { url, answers } of differing) {
      console.log(`  ${url} ${answers.map(({ who, fails }) => `${who} ${fails ? 'finds' : '-'}`).join(', ')}`)
      if (values.places)
        for (const { who, places } of answers)
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

function answersTo(topic: Topic, judged: Judged): TopicResponse[] {
  const of = (who: string, rules: readonly string[], verdicts: Verdicts | null): TopicResponse[] => {
    if (verdicts === null || rules.length === 0) return []
    const places = rules.flatMap(rule => verdicts.get(rule) ?? [])
    return [{ who, fails: rules.some(rule => verdicts.has(rule)), places }]
  }
  return [
    ...of('ours', topic.ours, judged.ours),
    ...of('axe', topic.axe, judged.axe),
    ...of('lighthouse', topic.lighthouse, judged.lighthouse),
    ...of('html-validate', topic.htmlValidate, judged.htmlValidate),
  ]
}

await main()
