import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer-core'
import { z } from 'zod'
import { type Results, topics } from './topics.ts'

const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = [...new Set(topics.flatMap(topic => topic.axe))]

/** What axe-core says of the page that the browser shows. */
export async function axeResults(page: Page): Promise<Results> {
  await page.evaluate(source)
  const choice = JSON.stringify({ runOnly: rules, resultTypes: ['violations'], iframes: false })
  const found = violations.parse(await page.evaluate(`axe.run(document, ${choice}).then(result => result.violations)`))
  return new Map(found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))
}
