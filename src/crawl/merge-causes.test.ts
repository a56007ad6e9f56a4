import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { buttonNameMissing } from '#checks/accessibility/button-name-missing.ts'
import { imageAltMissing } from '#checks/images/image-alt-missing.ts'
import { SharedCauses } from '#checks/shared-causes.ts'
import type { IssueRow } from '#store/store.ts'
import { openScriptedCrawls, type ScriptedCrawls, type ScriptedWeb } from './test-scripted-crawl.ts'

const SITE = 'https://site.test'
const pathOf = (index: number) => (index === 0 ? '/' : `/p${index}`)
const LOGO = '<img src="/logo.png" width="90" height="40">'
const BUTTON = '<button class="menu"></button>'

interface Template {
  pages: number
  header?: (index: number) => string
  main?: (index: number) => string
}

function siteOf({ pages, header = () => LOGO + BUTTON, main = () => '' }: Template): ScriptedWeb {
  const links = Array.from({ length: pages }, (_, index) => `<a href="${pathOf(index)}">Page ${index}</a>`).join(' ')
  return Object.fromEntries(
    Array.from({ length: pages }, (_, index) => [
      SITE + pathOf(index),
      {
        text: `<!doctype html><html lang="en"><title>Page ${index}</title><body><header><a href="/">Home</a>${header(index)}</header><main>${main(index)}${index === 0 ? links : ''}</main>`,
      },
    ]),
  )
}

describe('causes that several pages share', () => {
  let crawls: ScriptedCrawls
  before(async () => {
    crawls = await openScriptedCrawls()
  })
  after(() => crawls[Symbol.asyncDispose]())

  const pageChecks = [buttonNameMissing, imageAltMissing]

  async function issuesOf(web: ScriptedWeb, sharedCauses?: SharedCauses): Promise<IssueRow[]> {
    const { crawl } = await crawls.run({ web, url: `${SITE}/`, pageChecks, ...(sharedCauses && { sharedCauses }) })
    return await crawls.store.reading.issues(crawl.id, { limit: 1_000 })
  }

  const short = ({ checkId, pageUrl, affectedCount, message }: IssueRow) =>
    `${checkId} ${pageUrl.slice(SITE.length)} ${affectedCount} ${message}`

  it('are one finding each, with all their pages', async () => {
    const issues = await issuesOf(siteOf({ pages: 41 }), new SharedCauses())
    assert.deepEqual(issues.map(short), [
      'button-name-missing / 41 1 button without an accessible name',
      'image-alt-missing / 41 Missing alt tag on 1 image',
    ])
  })

  it('are omitted of the findings of their pages, which keep what is their own', async () => {
    const main = (index: number) => (index === 2 ? '<img src="/own.png">' : '')
    const issues = await issuesOf(siteOf({ pages: 4, header: () => LOGO, main }))
    assert.deepEqual(issues.map(short), [
      'image-alt-missing / 4 Missing alt tag on 1 image',
      'image-alt-missing /p2 1 Missing alt tag on 1 of 2 images',
    ])
  })

  it('belong to the finding of each page where only two pages have them', async () => {
    const header = (index: number) => (index < 2 ? LOGO : '')
    assert.deepEqual((await issuesOf(siteOf({ pages: 4, header }))).map(short), [
      'image-alt-missing / 1 Missing alt tag on 1 of 1 image',
      'image-alt-missing /p1 1 Missing alt tag on 1 of 1 image',
    ])
  })

  it('are the same whatever was omitted while the crawl went on', async () => {
    const web = siteOf({
      pages: 12,
      main: index => `<img src="/own-${index >> 1}.png"><p>${index % 3 === 0 ? BUTTON : ''}</p>`,
    })
    const plain = (issues: IssueRow[]) => issues.map(({ id: _, discoveredMs: __, ...issue }) => issue)
    const all = plain(await issuesOf(web))
    assert.deepEqual(plain(await issuesOf(web, new SharedCauses())), all)
    // It knows causes as shared that no page of this crawl shares.
    const wrong = new SharedCauses()
    for (let round = 0; round < 3; round++)
      await issuesOf(siteOf({ pages: 2, main: () => '<img src="/own-1.png">' }), wrong)
    assert.deepEqual(plain(await issuesOf(web, wrong)), all)
  })
})
