import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Evidence, IssueDetails } from '#shared/model.ts'
import { listedDetails } from './listed-details.ts'

const urls = (count: number, name = 'a') => Array.from({ length: count }, (_, index) => `https://${name}.test/${index}`)
const place = (sourceUrl: string) => ({ sourceUrl, text: 'Next', region: 'footer' as const, path: 'a', line: 1 })
const images = (count: number) =>
  urls(count).map(src => ({ src, issue: 'missing alt', isLarge: false, fileSize: null }))
const rows = (count: number) => urls(count).map(url => [url])

interface Case {
  details: Partial<IssueDetails>
  affectedCount?: number
  listed: Partial<IssueDetails>
  referringSourceCount?: number
}

const cases: Record<string, Case> = {
  'an issue without lists stays as it is': { details: { statusCode: 404 }, listed: { statusCode: 404 } },
  'names of causes are for exports alone': { details: { causeKeys: [1] }, listed: {} },
  'sources that are the affected pages are listed once, with their number': {
    details: { affectedUrls: urls(100), referringSources: urls(1_000) },
    affectedCount: 1_200,
    listed: { referringSources: urls(20) },
    referringSourceCount: 1_200,
  },
  'sources that are other pages are listed beside the affected ones': {
    details: { affectedUrls: urls(3), referringSources: urls(30, 'b') },
    affectedCount: 3,
    listed: { affectedUrls: urls(3), referringSources: urls(20, 'b') },
    referringSourceCount: 30,
  },
  'the pages of a cause are not those that name its page': {
    details: { affectedUrls: urls(3), referringSources: urls(1) },
    affectedCount: 3,
    listed: { affectedUrls: urls(3), referringSources: urls(1) },
    referringSourceCount: 1,
  },
  'images beyond the first are only counted': {
    details: { imageData: images(30) },
    listed: { imageData: images(20) },
  },
  'duplicates are listed once': {
    details: { affectedUrls: urls(50), duplicateUrls: urls(50) },
    affectedCount: 50,
    listed: { duplicateUrls: urls(20) },
  },
}

const proofs: Record<string, [Evidence, Evidence]> = {
  URLs: [
    { kind: 'urls', label: 'x', urls: urls(21), total: 30 },
    { kind: 'urls', label: 'x', urls: urls(20), total: 30 },
  ],
  places: [
    { kind: 'places', label: 'x', places: urls(21).map(place), total: 30 },
    { kind: 'places', label: 'x', places: urls(20).map(place), total: 30 },
  ],
  'rows of a table that holds all': [
    { kind: 'table', label: 'x', columns: ['y'], rows: rows(21) },
    { kind: 'table', label: 'x', columns: ['y'], rows: rows(20), total: 21 },
  ],
  'rows of a table that does not': [
    { kind: 'table', label: 'x', columns: ['y'], rows: rows(21), total: 30 },
    { kind: 'table', label: 'x', columns: ['y'], rows: rows(20), total: 30 },
  ],
}

describe('listedDetails()', () => {
  for (const [name, { details, affectedCount = 1, listed, referringSourceCount = 0 }] of Object.entries(cases))
    it(name, () =>
      assert.deepEqual(listedDetails({ details: { ...details, evidence: [] }, affectedCount }), {
        details: { ...listed, evidence: [] },
        referringSourceCount,
        imageCount: details.imageData?.length ?? 0,
      }),
    )

  for (const [name, [evidence, listed]] of Object.entries(proofs))
    it(`lists the first 20 ${name}`, () =>
      assert.deepEqual(listedDetails({ details: { evidence: [evidence] }, affectedCount: 1 }).details.evidence, [
        listed,
      ]))
})
