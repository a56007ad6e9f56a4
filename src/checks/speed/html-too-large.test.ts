import { testCheck } from '../test-check.ts'
import { htmlTooLarge } from './html-too-large.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Size',
  columns: ['Bytes (uncompressed)', 'Read by Googlebot', 'Ignored'],
  rows,
})

testCheck(htmlTooLarge, {
  passes: {
    'exactly 500 KB': { response: { bodyBytes: 512_000 } },
    'a twentieth more, within the tolerance': { response: { bodyBytes: 537_600 } },
  },
  fails: {
    'more than that, as information': {
      facts: { response: { bodyBytes: 537_601 } },
      finds: {
        severity: 'info',
        message: 'HTML is large (0.5 MB)',
        evidence: [table(['537601', '537601', '0'])],
      },
    },
    '1.5 MiB and a twentieth, as information': {
      facts: { response: { bodyBytes: 1_651_507 } },
      finds: {
        severity: 'info',
        message: 'HTML is large (1.6 MB)',
        evidence: [table(['1651507', '1651507', '0'])],
      },
    },
    'more than 1.5 MiB, as a warning': {
      facts: { response: { bodyBytes: 1_651_508 } },
      finds: {
        severity: 'warning',
        message: 'HTML is close to the size limit (1.6 MB of 2 MB)',
        evidence: [table(['1651508', '1651508', '0'])],
      },
    },
    'exactly 2 MiB, as a warning': {
      facts: { response: { bodyBytes: 2_097_152 } },
      finds: {
        severity: 'warning',
        message: 'HTML is close to the size limit (2.0 MB of 2 MB)',
        evidence: [table(['2097152', '2097152', '0'])],
      },
    },
    'one byte above 2 MiB, as an error': {
      facts: { response: { bodyBytes: 2_097_153 } },
      finds: {
        severity: 'error',
        message: 'HTML is too large (2.0 MB of 2 MB)',
        evidence: [table(['2097153', '2097152', '1'])],
      },
    },
    'a page that was cut at the reading limit': {
      facts: { response: { bodyBytes: 15_728_640, isTruncated: true } },
      finds: {
        message: 'HTML is too large (more than 15.0 MB of 2 MB)',
        evidence: [
          table(['15728640', '2097152', '13631488']),
          { kind: 'text', label: 'Reading', text: 'Page larger than 15.0 MB: the first 15.0 MB were read' },
        ],
      },
    },
  },
  skips: { 'a large error page': { facts: { response: { bodyBytes: 3_000_000, status: 404 } }, reason: null } },
})
