import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawlLabels, websiteLabels } from './crawl-labels.ts'

const crawl = (startedAt: string | null, pagesCrawled = 12) => ({ startedAt, pagesCrawled })
/** The time zone of this machine decides the hour. */
const time = (iso: string, timeStyle: 'short' | 'medium') =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle }).format(new Date(iso))

test('crawlLabels() say date, time and pages, and seconds of crawls of the same minute alone', () => {
  const [first, second, earlier] = ['2026-11-22T19:05:31Z', '2026-11-22T19:05:02Z', '2026-11-22T18:59:40Z'] as const
  assert.deepEqual(crawlLabels([crawl(null, 0), crawl(first, 1_397), crawl(second, 1), crawl(earlier)]), [
    'Not started · 0 pages',
    `${time(first, 'medium')} · 1,397 pages`,
    `${time(second, 'medium')} · 1 page`,
    `${time(earlier, 'short')} · 12 pages`,
  ])
})

const websites: [name: string, urls: string[], labels: string[]][] = [
  ['hosts', ['https://a.example/', 'https://b.example:8443/'], ['a.example', 'b.example:8443']],
  ['a host and one of its folders', ['https://a.example/', 'https://a.example/x'], ['a.example', 'a.example/x']],
  ['two schemes', ['https://a.example/', 'http://a.example/'], ['https://a.example/', 'http://a.example/']],
  ['what is no URL', ['a.example'], ['a.example']],
]

for (const [name, urls, labels] of websites)
  test(`websiteLabels() of ${name}`, () => assert.deepEqual(websiteLabels(urls), labels))
