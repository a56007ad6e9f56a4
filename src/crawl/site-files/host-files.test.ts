import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRobots } from '../robots/robots.ts'
import { robotsFactsOf } from './host-files.ts'

test('robotsFactsOf() a file that was never requested is nothing', () =>
  assert.equal(robotsFactsOf('https://site.test', undefined), null))

test('robotsFactsOf() a response that is no robots.txt has its status, and no bytes, lines or rules', () => {
  const response = {
    status: 404,
    failure: null,
    failureDetail: '',
    attempts: [],
    mediaType: 'text/html',
    isBotChallenge: false,
    htmlStart: '',
  }
  assert.deepEqual(robotsFactsOf('https://site.test', { robots: null, unreadable: null, response }), {
    url: 'https://site.test/robots.txt',
    ...response,
    isUnreadable: false,
    bytes: 0,
    problems: [],
    totalProblems: 0,
    sitemaps: [],
    siteRule: null,
    closingLines: [],
  })
})

test('robotsFactsOf() has the lines of sitemaps, cut where they are long', () => {
  const response = { status: 200, failure: null, failureDetail: '', attempts: [], mediaType: 'text/plain' }
  const start = 'https://site.test/'
  const urls = [`${start}${'a'.repeat(382)}`, `${start}${'a'.repeat(383)}`, `${start}b`]
  const text = urls.map(url => `Sitemap: ${url}`).join('\n')
  const known = { robots: parseRobots(new TextEncoder().encode(text)), unreadable: null }
  const facts = robotsFactsOf('https://site.test', {
    ...known,
    response: { ...response, isBotChallenge: false, htmlStart: '' },
  })
  assert.equal(facts?.bytes, text.length)
  const [whole, cut, third] = facts.sitemaps
  assert.deepEqual(whole, { line: 1, text: `${start}${'a'.repeat(382)}` })
  assert.deepEqual(cut, { line: 2, text: `${start}${'a'.repeat(381)}…` })
  assert.deepEqual(third, { line: 3, text: `${start}b` })
})
