import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../test/support/storage.ts'
import { command } from './compare.ts'
import { assertRefused, inputOf } from './test-refusal.ts'

const misused: [name: string, operands: string[], flags: Record<string, string>, sentence: RegExp][] = [
  ['one crawl', ['41'], {}, /^Name two crawls by their ids/],
  ['three crawls', ['41', '57', '58'], {}, /^Name two crawls by their ids/],
  ['a report as the later one', ['41', 'report.json'], {}, /^Name the later crawl by its id/],
  ['an unknown format', ['41', '57'], { format: 'xml' }, /^--format must be one of table, json/],
  ['paths that are no pairs', ['41', '57'], { paths: 'a>b' }, /^--paths must be pairs of paths/],
  ['a report in a format', ['report.json', '57'], { format: 'json' }, /^--format and --paths need two crawls/],
  ['a report with paths', ['report.json', '57'], { paths: '/old/>/new/' }, /^--format and --paths need two crawls/],
]

describe('sitesounder compare', () => {
  for (const [name, operands, flags, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, flags, sentence }))

  it('looks for the data of two crawls, and of a crawl beside a report', async () => {
    const folder = temporaryFolder()
    for (const earlier of ['41', 'report.json'])
      await assert.rejects(
        command.run(inputOf({ operands: [earlier, '57'], settings: { data: folder } })),
        /There is no database in /,
      )
    rmSync(folder, { recursive: true })
  })
})
