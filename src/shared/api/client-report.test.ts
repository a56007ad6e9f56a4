import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { clientReportSchema, defaultReportChoices, MAX_LOGO_BYTES } from './client-report.ts'

const logoOf = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`

test('a report about which nothing is said has all sections', () =>
  assert.deepEqual(z.parse(clientReportSchema, {}), {
    ...defaultReportChoices,
    sections: [...defaultReportChoices.sections],
    format: 'html',
  }))

test('a logo has at most 128 KB', () => {
  assert.equal(z.safeParse(clientReportSchema, { logo: logoOf(MAX_LOGO_BYTES) }).success, true)
  const refused = z.safeParse(clientReportSchema, { logo: logoOf(MAX_LOGO_BYTES + 100) })
  assert.equal(refused.error?.issues[0]?.message, 'A logo has at most 128 KB')
})
