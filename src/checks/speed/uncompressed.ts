import type { Evidence } from '#shared/model.ts'
import { TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { SiteFinding } from '../check.ts'
import { grouped, roughCount } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

/** What the checks of text compression share: text that a host sends without it, counted, and the largest of it listed. */

type Noun = 'file' | 'page'

export function compressionThresholds(noun: Noun) {
  return declareThresholds({
    /** What fits into one network packet does not get faster by compression. */
    minBytes: {
      label: 'Minimum size',
      unit: 'bytes',
      default: 1_400,
      min: 0,
      max: 1_000_000,
      explanation: `Smaller ${noun}s need no compression. ${TOLERANCE_NOTE}`,
    },
  })
}

export const compressionSources = [
  {
    title: 'Lighthouse: Enable text compression',
    url: 'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression',
  },
  { title: 'RFC 9110, section 8.4: Content-Encoding', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.4' },
]

/** The crawler offers gzip, deflate, Brotli and Zstandard with every request. */
export function isIdentity(contentEncoding: string): boolean {
  return contentEncoding === '' || contentEncoding === 'identity'
}

export interface Sized {
  url: string
  bytes: number
}

export interface Uncompressed {
  count: number
  bytes: number
  largest: Sized[]
}

const SHOWN = 10

/** Counts the text for its host. */
export function addUncompressed(hosts: Map<string, Uncompressed>, text: Sized): void {
  const { host } = new URL(text.url)
  const known = hosts.get(host) ?? { count: 0, bytes: 0, largest: [] }
  hosts.set(host, known)
  known.count++
  known.bytes += text.bytes
  known.largest.push(text)
  known.largest.sort((a, b) => b.bytes - a.bytes).splice(SHOWN)
}

interface Found {
  host: string
  noun: Noun
  texts: Uncompressed
  /** Before the list of the largest. */
  evidence?: readonly Evidence[]
}

export function compressionFinding({ host, noun, texts: { count, largest }, evidence = [] }: Found): SiteFinding {
  const urls = largest.map(({ url }) => url)
  return {
    url: urls[0] ?? '',
    message: `Missing text compression: ${roughCount(count, noun)} of ${host}`,
    affectedUrls: urls,
    affectedCount: count,
    isHostWide: true,
    evidence: [
      ...evidence,
      tableEvidence({
        label: `Largest uncompressed ${noun}s`,
        columns: [noun === 'file' ? 'File' : 'Page', 'Bytes'],
        items: largest,
        row: ({ url, bytes }) => [url, grouped(bytes)],
      }),
    ],
  }
}
