import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isCheckable, resultOf } from './defect-result.ts'
import { defects } from './defects.ts'
import type { PageUnderTest } from './page-under-test.ts'
import { fetchPage } from './scriptless-proxy.ts'

/**
 * Spoils real pages one way after another and prints what was missed, and what was said beside it. On request:
 *
 *     npm run reference-tools:defects -- --urls FILE [--as https://www.example.com]
 *
 * FILE names URLs of servers on loopback, one a line. The pages are checked as those of a public host.
 */
const { values } = parseArgs({
  options: { urls: { type: 'string' }, as: { type: 'string', default: 'https://www.example.com' } },
})

const urls = readFileSync(values.urls ?? '', 'utf8')
  .split('\n')
  .map(line => line.trim())
  .filter(line => line !== '')
const pages: PageUnderTest[] = []
const urlOf = new Map<PageUnderTest, string>()
for (const url of urls) {
  const response = await fetchPage(url)
  if (!response) continue
  const { origin, pathname, search } = new URL(url)
  const html = new TextDecoder().decode(response.body).replaceAll(origin, values.as)
  const page: PageUnderTest = {
    url: `${values.as}${pathname}${search}`,
    html,
    headers: [['content-type', 'text/html; charset=utf-8']],
  }
  if (!isCheckable(page)) continue
  pages.push(page)
  urlOf.set(page, url)
}
const counts = { found: 0, missed: 0, others: 0, 'not applicable': 0 }
for (const defect of defects)
  for (const page of pages) {
    const result = resultOf(page, defect)
    counts[result.kind]++
    if (result.kind === 'missed') console.log(`missed: ${defect.what} (${defect.finds}) on ${urlOf.get(page)}`)
    if (result.kind === 'others')
      console.log(`beside ${defect.what}: ${result.checks.join(', ')} on ${urlOf.get(page)}`)
  }
console.log(`${pages.length} pages, ${defects.length} defects:`, counts)
