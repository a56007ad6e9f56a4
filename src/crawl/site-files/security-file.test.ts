import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import type { SecurityFileFacts } from '#shared/host-facts.ts'
import {
  openScriptedCrawls,
  type ScriptedCrawl,
  type ScriptedCrawls,
  type ScriptedWeb,
} from '../test-scripted-crawl.ts'
import { readSecurityText } from './security-file.ts'

const SITE = 'https://site.example'
const WELL_KNOWN = `${SITE}/.well-known/security.txt`
const text = (content: string) => ({ type: 'text/plain', text: content })

let crawls: ScriptedCrawls
before(async () => {
  crawls = await openScriptedCrawls()
})
after(() => crawls[Symbol.asyncDispose]())

async function factsOf(web: ScriptedWeb, options: ScriptedCrawl['options'] = {}) {
  const { crawl } = await crawls.run({ web: { [`${SITE}/`]: {}, ...web }, url: `${SITE}/`, options })
  return (await crawls.store.crawls.siteFacts(crawl.id)).crawl.securityFile
}

describe('fetchSecurityFile()', () => {
  const nothing = { isBotChallenge: false, isHtml: false, hasContact: false, expires: [], isExpired: false }
  const cases: [name: string, web: ScriptedWeb, expected: SecurityFileFacts | undefined][] = [
    [
      'a whole file',
      { [WELL_KNOWN]: text('Contact: mailto:a@b.test\nExpires: 2099-01-01T00:00:00Z\n') },
      { ...nothing, url: WELL_KNOWN, statuses: [200], hasContact: true, expires: ['2099-01-01T00:00:00Z'] },
    ],
    [
      'a file that is out of date',
      { [WELL_KNOWN]: text('Expires: 1969-01-01T00:00:00Z') },
      { ...nothing, url: WELL_KNOWN, statuses: [200], expires: ['1969-01-01T00:00:00Z'], isExpired: true },
    ],
    [
      'a file at the former path',
      { [`${SITE}/security.txt`]: text('Contact: https://b.test/') },
      { ...nothing, url: `${SITE}/security.txt`, statuses: [200], hasContact: true },
    ],
    ['no file', {}, { ...nothing, url: WELL_KNOWN, statuses: [404, 404] }],
    ['a page in its place', { [WELL_KNOWN]: {} }, { ...nothing, url: WELL_KNOWN, statuses: [200], isHtml: true }],
    [
      'no response',
      { [WELL_KNOWN]: { failure: 'refused' }, [`${SITE}/security.txt`]: { failure: 'reset' } },
      { ...nothing, url: WELL_KNOWN, statuses: [null, null] },
    ],
    [
      'a bot challenge in its place',
      { [WELL_KNOWN]: { ...text('Just a moment'), status: 403, headers: [['cf-mitigated', 'challenge']] } },
      { ...nothing, url: WELL_KNOWN, statuses: [403, 403], isBotChallenge: true },
    ],
    [
      'robots.txt that forbids it',
      { [`${SITE}/robots.txt`]: text('User-agent: *\nDisallow: /.well-known/') },
      undefined,
    ],
  ]
  for (const [name, web, expected] of cases) it(name, async () => assert.deepEqual(await factsOf(web), expected))

  it('requests nothing where files are not probed', async () =>
    assert.equal(await factsOf({}, { probesResources: false }), undefined))
})

const texts: [text: string, fields: Pick<SecurityFileFacts, 'hasContact' | 'expires'>][] = [
  ['', { hasContact: false, expires: [] }],
  [
    '# Contact: none\ncontact:mailto:a@b.test\r\nEXPIRES: x\r\nExpires:\t y ',
    { hasContact: true, expires: ['x', 'y'] },
  ],
  ['Contact:\nExpires: ', { hasContact: false, expires: [] }],
  ['Expires: a\n'.repeat(9), { hasContact: false, expires: Array.from({ length: 5 }, () => 'a') }],
]
for (const [content, fields] of texts)
  test(`readSecurityText(${JSON.stringify(content.slice(0, 40))})`, () => {
    assert.deepEqual(readSecurityText(content), fields)
  })
