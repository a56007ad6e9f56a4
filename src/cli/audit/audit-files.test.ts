import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { sitemapLimits } from '#report/sitemap/sitemap-plan.ts'
import { addCrawl } from '#report/test-crawl.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { writeSitemapFiles } from './audit-files.ts'

const HOME = 'https://site.test/'

/** The files of a site of three pages, each with the paths of the URLs that it names. */
async function sitemapFiles(urlsPerFile: number): Promise<[file: string, paths: string[]][]> {
  await using store = await openTestStore()
  const ownerId = await store.visitors.createOwner('owner', 0)
  const pages = ['', 'a', 'b'].map(name => ({ url: HOME + name }))
  const { crawlId } = await addCrawl(store, { ownerId, url: HOME, pages, nowMs: 1_000 })
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-sitemap-'))
  try {
    const file = path.join(folder, 'pages.xml')
    await writeSitemapFiles({ reading: store.reading, crawlId, file }, { ...sitemapLimits, urls: urlsPerFile })
    return await Promise.all(
      (await readdir(folder)).sort().map(async (name): Promise<[string, string[]]> => {
        const xml = await readFile(path.join(folder, name), 'utf8')
        return [name, Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = '']) => new URL(url).pathname)]
      }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('writeSitemapFiles() writes one file of few pages', async () =>
  assert.deepEqual(await sitemapFiles(3), [['pages.xml', ['/', '/a', '/b']]]))

test('writeSitemapFiles() writes an index of many pages, and each part beside it under the name that the index has', async () =>
  assert.deepEqual(await sitemapFiles(2), [
    ['pages-1.xml', ['/', '/a']],
    ['pages-2.xml', ['/b']],
    ['pages.xml', ['/pages-1.xml', '/pages-2.xml']],
  ]))
