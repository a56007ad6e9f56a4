import assert from 'node:assert/strict'
import { test } from 'node:test'
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
