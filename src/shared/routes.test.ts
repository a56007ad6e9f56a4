import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { documentPath, hrefTo, idNumber, isAboutWebsite, matchRoute, type ScreenName, startBelow } from './routes.ts'

/** Every route of the specification, and whether a website's id may follow it. */
const routes: [string, ScreenName, { takesId: boolean }][] = [
  ['/dashboard', 'dashboard', { takesId: true }],
  ['/errors', 'errors', { takesId: true }],
  ['/warnings', 'warnings', { takesId: true }],
  ['/passed', 'passed', { takesId: true }],
  ['/broken-links', 'broken-links', { takesId: true }],
  ['/meta-data', 'meta-data', { takesId: true }],
  ['/meta-issues', 'meta-data', { takesId: true }],
  ['/redirects', 'redirects', { takesId: true }],
  ['/duplicates', 'duplicates', { takesId: true }],
  ['/site-structure', 'site-structure', { takesId: true }],
  ['/pages-list', 'pages-list', { takesId: true }],
  ['/not-crawled', 'not-crawled', { takesId: true }],
  ['/robots-tester', 'robots-tester', { takesId: true }],
  ['/pages', 'pages-list', { takesId: true }],
  ['/image-issues', 'image-issues', { takesId: true }],
  ['/languages', 'languages', { takesId: true }],
  ['/missing-alt-tags', 'image-issues', { takesId: true }],
  ['/page-alt-tags', 'image-issues', { takesId: true }],
  ['/page-insights', 'page-insights', { takesId: true }],
  ['/settings', 'settings', { takesId: false }],
  ['/help', 'help', { takesId: false }],
  ['/projects', 'projects', { takesId: false }],
  ['/changes', 'changes', { takesId: true }],
  ['/issues-by-check', 'issues-by-check', { takesId: true }],
  ['/segments', 'segments', { takesId: true }],
  ['/visits', 'visits', { takesId: true }],
  ['/readiness', 'readiness', { takesId: true }],
  ['/operations', 'operations', { takesId: false }],
  ['/users', 'users', { takesId: false }],
]

describe('matchRoute()', () => {
  for (const [path, screen, { takesId }] of routes)
    it(`leads from ${path}, ${takesId ? 'with or without' : 'never with'} an id, to ${screen}`, () => {
      assert.deepEqual(matchRoute(path), { screen, websiteId: null })
      const withId = takesId ? { screen, websiteId: 7 } : { screen: 'not-found', websiteId: null }
      assert.deepEqual(matchRoute(`${path}/7`), withId)
    })

  it('leads from / to the landing page', () =>
    assert.deepEqual(matchRoute('/'), { screen: 'landing', websiteId: null }))

  for (const path of [
    '/nothing',
    '/dashboard/seven',
    '/dashboard/7/8',
    '/dashboard/-7',
    '/dashboard/0',
    '/dashboard/9007199254740992',
    '/constructor',
    '/Dashboard',
  ])
    it(`does not know ${path}`, () => assert.deepEqual(matchRoute(path), { screen: 'not-found', websiteId: null }))
})

describe('hrefTo()', () => {
  it('leads back to where it was matched, with what is known of the query', () => {
    assert.equal(hrefTo('errors', 7, { severity: 'error', crawl: '', url: undefined }), '/errors/7?severity=error')
    assert.equal(hrefTo('dashboard', null), '/dashboard')
    assert.equal(hrefTo('landing', 7), '/')
  })
})

for (const [text, id] of [
  ['12', 12],
  ['0', null],
  ['', null],
  ['12a', null],
  ['1e400', null],
  ['1e3', null],
  ['0x10', null],
  ['7.0', null],
  [' 5', null],
  ['+5', null],
  ['-5', null],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9007199254740992', null],
] as const)
  it(`idNumber() reads "${text}" as ${id}`, () => assert.equal(idNumber(text), id))

describe('isAboutWebsite()', () => {
  for (const [path, screen, { takesId }] of routes)
    it(`is ${takesId} for ${path}`, () => assert.equal(isAboutWebsite(screen), takesId))
})

describe('startBelow()', () => {
  after(() => startBelow('/'))

  it('makes the URLs of the document those of the share link that it is below', () => {
    const share = `/share/${'a'.repeat(43)}`
    startBelow(`${share}/dashboard`)
    assert.equal(documentPath('/pages'), `${share}/pages`)
    startBelow('/dashboard')
    assert.equal(documentPath('/pages'), '/pages')
  })
})
