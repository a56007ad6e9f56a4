import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { differences, foundInReport } from './found-in-report.ts'
import { nothingExpected } from './write-bench-site.ts'

test('what a report finds of files and other sites is listed by its path', async context => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'report.json')
  const issue = (check: string, targetUrl: string) => ({ check, pageUrl: 'http://one.test/', details: { targetUrl } })
  const issues = [
    issue('image-broken', 'http://one.test/b.png'),
    issue('image-broken', 'http://one.test/a.png'),
    issue('resource-broken', 'http://one.test/a.css'),
    issue('external-link-broken', 'http://two.test/gone'),
    issue('internal-link-broken', 'http://one.test/gone'),
  ]
  const entries = issues.map(each => JSON.stringify(each)).join(',\n')
  await writeFile(file, `{\n"counts": {"pagesCrawled":1},\n"issues": [\n${entries}\n],\n"muted": []\n}\n`)
  const found = await foundInReport(file)
  assert.equal(found.pages, 1)
  assert.deepEqual(found.brokenImages, ['/a.png', '/b.png'])
  assert.deepEqual(found.brokenFiles, ['/a.css'])
  assert.deepEqual(found.brokenExternal, ['/gone'])
  assert.deepEqual(found.dead, ['/gone'])
  assert.deepEqual(differences(found, found), [])
  assert.deepEqual(differences({ ...found, brokenImages: ['/a.png'] }, found), [
    'brokenImages: expected ["/a.png"], found ["/a.png","/b.png"]',
  ])
})

test('of many pages that share a title an issue lists the first', () => {
  const paths = Array.from({ length: 300 }, (_, index) => `/${index}`)
  const finding = (sharedTitles: string[][]) => ({ ...nothingExpected(), pages: 1, sharedTitles })
  const seeded = finding([paths, ['/a', '/b']])
  assert.deepEqual(differences(seeded, finding([['/b', '/a'], paths.slice(50, 250)])), [])
  assert.equal(differences(seeded, finding([['/b', '/a'], paths.slice(50, 249)])).length, 1)
  assert.equal(differences(seeded, finding([['/b', '/c'], paths.slice(50, 250)])).length, 1)
  assert.equal(differences(seeded, finding([paths.slice(50, 250)])).length, 1)
})
