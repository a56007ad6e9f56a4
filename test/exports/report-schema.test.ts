import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as z from 'zod/mini'
import { startDemoSite } from '#demo-site/site.ts'
import { exportStream } from '#report/export/export-stream.ts'
import { reportSchema } from '#report/export/report-schema.ts'
import { exportParts } from '#shared/api/streams.ts'
import type { CrawlRow } from '#store/store.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'

/** Files of a real crawl of the demo site against the published schema, by a validator that is not ours. */

const SCHEMA = path.join(import.meta.dirname, '..', '..', 'docs', 'report.schema.json')

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

function validator(schema: object): ValidateFunction {
  return new Ajv2020({ allErrors: false }).compile(schema)
}

describe('the JSON files of a crawl', () => {
  let site: Awaited<ReturnType<typeof startDemoSite>>
  let opened: TestProduct
  let crawl: CrawlRow
  before(async () => {
    site = await startDemoSite()
    opened = await openTestProduct()
    crawl = await waitForEnd(opened.product, await startTestCrawl(opened.product, { url: site.url }))
  })
  after(async () => {
    await opened[Symbol.asyncDispose]()
    await site[Symbol.asyncDispose]()
  })

  const fileOf = async (part: (typeof exportParts)[number], isStable = false): Promise<{ [name: string]: Json }> => {
    const { reading } = opened.product.store
    const { text } = exportStream({ reading, crawl, part, format: 'json', hasBom: false, isStable })
    return JSON.parse((await Array.fromAsync(text)).join(''))
  }
  const published = validator(JSON.parse(readFileSync(SCHEMA, 'utf8')))
  /** The same schema, but a file must have no field that it does not declare. */
  const closed = validator(z.toJSONSchema(reportSchema, { io: 'output' }))

  for (const part of exportParts)
    it(`are what the published schema says, with no field beyond it: ${part}`, async () => {
      for (const isStable of [false, true]) {
        const file = await fileOf(part, isStable)
        assert.equal(file.format, `sitesounder-${part}`)
        for (const validate of [published, closed])
          assert.ok(validate(file), JSON.stringify(validate.errors?.slice(-5), null, 1))
        assert.ok(reportSchema.safeParse(file).success)
      }
    })

  it('hold lists that are not empty', async () => {
    for (const part of ['issues', 'pages', 'links', 'images'] as const) {
      const list = (await fileOf(part))[part]
      assert.ok(Array.isArray(list) && list.length > 0, part)
    }
  })

  it('hold the same entries in the whole report and in its parts', async () => {
    const whole = await fileOf('report')
    for (const part of ['issues', 'pages'] as const) assert.deepEqual((await fileOf(part))[part], whole[part])
  })

  const alterations: [name: string, alter: (report: { [name: string]: Json }) => void][] = [
    ['another version', report => Object.assign(report, { version: 3 })],
    ['another format', report => Object.assign(report, { format: 'other' })],
    ['no counts', report => void delete report.counts],
    ['a count that is text', report => Object.assign(report.counts ?? {}, { errors: '3' })],
    ['a page without its URL', report => void delete entry(report, 'pages').url],
    ['a status that is no number', report => Object.assign(entry(report, 'pages'), { statusCode: 'ok' })],
    ['an unknown severity', report => Object.assign(entry(report, 'issues'), { severity: 'fatal' })],
    ['evidence of an unknown kind', report => Object.assign(entry(report, 'issues'), { details: { evidence: [{}] } })],
    ['a list that is none', report => Object.assign(report, { skipped: {} })],
  ]
  it('are refused once they are altered', async () => {
    for (const [name, alter] of alterations) {
      const report = await fileOf('report')
      alter(report)
      assert.equal(published(report), false, name)
    }
  })

  it('may hold fields that are not known yet', async () => {
    const report = await fileOf('report')
    Object.assign(report, { later: 1 })
    Object.assign(entry(report, 'pages'), { later: 1 })
    assert.equal(published(report), true)
  })
})

function entry(report: { [name: string]: Json }, list: string): { [name: string]: Json } {
  const entries = report[list]
  const first = Array.isArray(entries) ? entries[0] : undefined
  if (typeof first !== 'object' || first === null || Array.isArray(first)) throw new Error(`no entry in ${list}`)
  return first
}
