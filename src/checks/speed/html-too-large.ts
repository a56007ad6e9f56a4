import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { Finding, PageCheck } from '../check.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

/** "2 MB" in Google's words; the higher reading, MiB, avoids false alarms. */
const READ_BYTES = 2_097_152

const thresholds = declareThresholds({
  infoBytes: {
    label: 'Information from',
    unit: 'bytes',
    default: 512_000,
    min: 50_000,
    max: READ_BYTES,
    explanation: `Larger HTML, uncompressed, is slow to load and to read; the severity is info. ${TOLERANCE_NOTE}`,
  },
  warningBytes: {
    label: 'Warning from',
    unit: 'bytes',
    default: 1_572_864,
    min: 100_000,
    max: READ_BYTES,
    explanation: `Larger HTML, uncompressed, is close to the limit; the severity is warning. ${TOLERANCE_NOTE}`,
  },
})

export const htmlTooLarge: PageCheck<typeof thresholds> = {
  id: 'html-too-large',
  type: 'indexability_issue',
  severity: 'error',
  applies: 'html',
  title: 'HTML is too large',
  passedTitle: 'The HTML is within the size limit',
  why: 'Googlebot reads the first 2 MB of an HTML file, uncompressed. It ignores text, links and tags beyond that point. Long before that, phones take seconds to read and lay out the page.',
  fix: 'Move inline scripts, styles, images and data into separate files, and split very long lists over several pages.',
  sources: [
    {
      title: 'Google: Googlebot and its limits',
      url: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
    },
  ],
  thresholds,
  check: ({ response }, { infoBytes, warningBytes }) => {
    const { bodyBytes, isTruncated } = response
    if (!isAbove(bodyBytes, Math.min(infoBytes, warningBytes)) && bodyBytes <= READ_BYTES) return []
    const size = `${isTruncated ? 'more than ' : ''}${mebibytes(bodyBytes)}`
    const table = tableEvidence({
      label: 'Size',
      columns: ['Bytes (uncompressed)', 'Read by Googlebot', 'Ignored'],
      items: [bodyBytes],
      row: bytes => [bytes, Math.min(bytes, READ_BYTES), Math.max(0, bytes - READ_BYTES)],
    })
    return [
      {
        ...levelOf({ bodyBytes, warningBytes, size }),
        evidence: isTruncated
          ? [
              table,
              textEvidence(
                'Reading',
                `Page larger than ${mebibytes(bodyBytes)}: the first ${mebibytes(bodyBytes)} were read`,
              ),
            ]
          : [table],
      },
    ]
  },
}

interface Sized {
  bodyBytes: number
  warningBytes: number
  size: string
}

function levelOf({ bodyBytes, warningBytes, size }: Sized): Required<Pick<Finding, 'severity' | 'message'>> {
  if (bodyBytes > READ_BYTES) return { severity: 'error', message: `HTML is too large (${size} of 2 MB)` }
  if (isAbove(bodyBytes, warningBytes)) {
    return { severity: 'warning', message: `HTML is close to the size limit (${size} of 2 MB)` }
  }
  return { severity: 'info', message: `HTML is large (${size})` }
}

const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`
