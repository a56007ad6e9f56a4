import path from 'node:path'
import { type Measured, measureProcess } from './crawl/measured-process.ts'
import { peerContenders } from './peers.ts'

/** Something that is measured: from the start of its process to its end. */
export interface Contender {
  name: string
  measure(): Promise<Measured>
  role: Role
}

/** The loop is what all others are compared with; the audit writes a report, which has to be right; null is shown beside. */
export type Role = 'loop' | 'audit' | 'peer' | null

export interface Contest {
  origin: string
  pages: number
  /** File that the audit writes. */
  report: string
  /** For whatever a contender leaves behind. */
  folder: string
  hasPeers: boolean
}

const ROOT = path.join(import.meta.dirname, '..', '..')
const COMMAND = path.join(ROOT, 'bin', 'sitesounder.mjs')
const REPLAY = path.join(import.meta.dirname, 'everything', 'replay-loop.ts')
const LOOP = path.join(import.meta.dirname, 'crawl', 'download-loop.ts')
const READING = path.join(import.meta.dirname, 'crawl', 'read-loop.ts')
/** With errors found, as there are: `sitesounder audit` exits with 1. */
const FOUND_ERRORS = 1

/** Contenders shown for comparison are skipped for larger sites: they take minutes and show nothing new. */
const MAX_PAGES_BESIDE = 50_000

export function contendersOf(contest: Contest): Contender[] {
  const { origin, pages, hasPeers } = contest
  return [
    {
      name: 'Loop that downloads and inflates (undici)',
      role: 'loop',
      measure: () => measureProcess(LOOP, [origin, String(pages)]),
    },
    { name: 'Sitesounder, full audit, everything stored', role: 'audit', measure: () => audit(contest) },
    ...(pages > MAX_PAGES_BESIDE
      ? []
      : [
          {
            name: 'Sitesounder, one thread, all page checks, nothing stored',
            role: null,
            measure: () => measureProcess(READING, [origin, String(pages)]),
          },
        ]),
    ...(hasPeers ? peerContenders(contest) : []),
  ]
}

/** HTML pages only, as crawlers that audit nothing do. */
function audit(contest: Contest): Promise<Measured> {
  return auditWith(contest, ['--probe-resources', 'false', '--probe-external', 'false'])
}

interface EverythingContest extends Pick<Contest, 'origin' | 'pages' | 'report'> {
  /** File with the requests that the loop makes. */
  requests: string
}

/** The audit with everything on, and the loop that makes its requests once more. */
export function everythingContenders({ requests, ...contest }: EverythingContest): Record<'loop' | 'audit', Contender> {
  const everyForeign = ['--external-pause-ms', '0', '--external-probes-per-host', String(contest.pages)]
  return {
    loop: {
      name: 'Loop that makes the same requests and inflates (undici)',
      role: 'loop',
      measure: () => measureProcess(REPLAY, [requests]),
    },
    audit: {
      name: 'Sitesounder, full audit, everything fetched and stored',
      role: 'audit',
      measure: () => auditWith(contest, everyForeign),
    },
  }
}

/** Every confirming request is made, without its pause. */
function auditWith(
  { origin, pages, report }: Pick<Contest, 'origin' | 'pages' | 'report'>,
  flags: readonly string[],
): Promise<Measured> {
  const unpaused = ['--server-error-pause-ms', '0', '--confirm-pause-ms', '0']
  const args = ['audit', `${origin}/`, '--limit', String(pages + 1), ...unpaused, ...flags]
  return measureProcess(COMMAND, [...args, '--format', 'json', '--output', report], { expectedCodes: [FOUND_ERRORS] })
}
