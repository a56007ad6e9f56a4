import { describe, it } from 'node:test'
import { assertRefused } from '../test-refusal.ts'
import { command } from './audit.ts'

describe('sitesounder audit', () => {
  const refused: [name: string, operands: string[], flags: Record<string, string>, sentence: RegExp][] = [
    ['no URL', [], {}, /^Name one URL to audit, such as example\.com\.$/],
    ['what is no URL', ['nonsense'], {}, /^Please enter a valid URL: nonsense$/],
    [
      'an unknown format',
      ['a.example'],
      { format: 'xml' },
      /^--format must be one of table, json, csv, junit, sarif, github, markdown, not “xml”\.$/,
    ],
    [
      'a report of an unknown kind',
      ['a.example'],
      { report: 'report.docx' },
      /^--report must name a \.html or \.pdf file, not “report\.docx”\.$/,
    ],
    [
      'a list of a format that has none',
      ['a.example'],
      { format: 'sarif', part: 'links' },
      /^--part goes with --format csv or --format json\.$/,
    ],
    ['a byte order mark in JSON', ['a.example'], { format: 'json', bom: 'true' }, /^--bom goes with --format csv\.$/],
    ['a score above 100', ['a.example'], { 'min-score': '101' }, /^--min-score must be a whole number, 100 at most/],
    ['a limit of none', ['a.example'], { limit: '0' }, /^--limit must be a whole number, 1 or more\.$/],
  ]
  for (const [name, operands, flags, sentence] of refused)
    it(`refuses ${name}`, () => assertRefused(command, { operands, flags, sentence }))
})
