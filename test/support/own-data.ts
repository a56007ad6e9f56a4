import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CrawlRequest } from './product.ts'
import { temporaryFolder } from './storage.ts'

/** What a website may have of its own, for crawls of the demo site: each finds something. */
export const ownData: Pick<CrawlRequest, 'fields' | 'rules' | 'segments'> = {
  fields: ['Heading = h1', 'Links = //a -> count', 'Type = $..["@type"]'],
  rules: [
    {
      id: 'many-links',
      severity: 'warning',
      title: 'Bread with many links',
      conditions: 'url:contains:/breads/;field.Links:over:2',
    },
    { id: 'no-heading', severity: 'error', title: 'Page without a heading', conditions: 'field.Heading:empty' },
  ],
  segments: [
    { name: 'Breads', conditions: 'url:contains:/breads/' },
    { name: 'With links', conditions: 'field.Links:over:2' },
    { name: 'Start page', conditions: 'depth:is:0' },
  ],
}

const CHECKS = `export const bread = {
  id: 'bread', type: 'own_issue', severity: 'info', applies: 'html-ok', title: 'Bread', passedTitle: 'No bread',
  why: 'Why', fix: 'Fix', sources: [],
  check: page => page.url.includes('/breads/') ? [{ message: 'Bread: ' + page.title }] : [],
}
`

/** A file of checks with code, as a flag. */
export async function ownCheckFlags(): Promise<{ 'check-files': string }> {
  const folder = temporaryFolder()
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'own-checks.mjs')
  await writeFile(file, CHECKS)
  return { 'check-files': file }
}
