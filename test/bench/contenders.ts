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
const LOOP = path.join(import.meta.dirname, 'crawl', 'download-loop.ts')
const READING = path.join(import.meta.dirname, 'crawl', 'read-loop.ts')
/** With errors found, as there are: `sitesounder audit` exits with 1. */
const FOUND_ERRORS = 1

export function contendersOf(contest: Contest): Contender[] {
  const { origin, pages, hasPeers } = contest
  return [
    {
      name: 'Loop that downloads and inflates (undici)',
      role: 'loop',
      measure: () => measureProcess(LOOP, [origin, String(pages)]),
    },
    { name: 'Sitesounder, full audit, everything stored', role: 'audit', measure: () => audit(contest) },
    {
      name: 'Sitesounder, one thread, all page checks, nothing stored',
      role: null,
      measure: () => measureProcess(READING, [origin, String(pages)]),
    },
    ...(hasPeers ? peerContenders(contest) : []),
  ]
}

/** HTML pages only, as crawlers that audit nothing do; every confirming request is made, without its pause. */
function audit({ origin, pages, report }: Contest): Promise<Measured> {
  const flags = ['--probe-resources', 'false', '--probe-external', 'false', '--confirm-pause-ms', '0']
  const args = ['audit', `${origin}/`, '--limit', String(pages + 1), '--server-error-pause-ms', '0', ...flags]
  return measureProcess(COMMAND, [...args, '--format', 'json', '--output', report], { expectedCodes: [FOUND_ERRORS] })
}
