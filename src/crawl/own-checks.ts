import { CHECK_STOPPED, type CheckedPage } from '#checks/run-page-checks.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import type { CheckResults, DependentResults, PageRecord } from '#shared/page-record.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'
import type { CrawlCheckpoint } from '#store/store.ts'

/** Runs the checks of the operator's own files. Injected: the composition starts their thread. */
export interface OwnCheckRunner {
  checks: readonly OwnCheck[]
  /** Always resolves, whatever a check does. */
  check(page: OwnCheckPage): Promise<OwnCheckReply>
}

export interface OwnCheckPage {
  /** PageFacts, serialized. */
  facts: Uint8Array
  thresholds: readonly ThresholdSetting[] | undefined
  /** Ids of checks that are not run. */
  without: readonly string[]
}

export type OwnCheckReply =
  | { kind: 'checked'; checked: CheckedPage; errors: readonly { checkId: string; message: string }[] }
  /** The thread had to be ended because of a check, or of none that is known. `why` completes "it …". */
  | { kind: 'ended'; checkId: string | null; why: string }

interface OwnCheckDeps {
  runner: OwnCheckRunner
  thresholds: readonly ThresholdSetting[] | undefined
  checkpoint: Pick<CrawlCheckpoint, 'notes' | 'stoppedChecks'>
  log: (event: string, details: Record<string, unknown>) => void
}

/** Of an error message in a note. */
const MAX_NOTE = 200
const EMPTY_PAGE = 'page-empty'

/**
 * The own checks of one crawl: gives each record the results of its page. A check that ends its thread is switched off for the rest of the
 * crawl, so a page is checked again at most once for each check.
 */
export class OwnChecks {
  readonly #deps: OwnCheckDeps
  /** Why, by check id: stored with the progress of the crawl. */
  readonly #stopped: Record<string, string>

  constructor(deps: OwnCheckDeps) {
    this.#deps = deps
    this.#stopped = deps.checkpoint.stoppedChecks ?? {}
    deps.checkpoint.stoppedChecks = this.#stopped
  }

  /** The record without the facts that own checks read, and with their results. */
  async check({ wholeFacts, ...record }: PageRecord): Promise<PageRecord> {
    // A page with nothing in it lacks everything.
    if (!wholeFacts || record.checkResults?.failed.includes(EMPTY_PAGE)) return record
    const { runner, thresholds } = this.#deps
    const ids = runner.checks.map(({ id }) => id)
    for (;;) {
      const without = ids.filter(id => Object.hasOwn(this.#stopped, id))
      if (without.length === ids.length) return withSkipped(record, without)
      const reply = await runner.check({ facts: wholeFacts, thresholds, without })
      if (reply.kind === 'checked') {
        for (const { checkId, message } of reply.errors) this.#reportError(checkId, record.url, message)
        return withSkipped(withResults(record, reply.checked), without)
      }
      for (const id of reply.checkId === null ? ids : [reply.checkId]) this.#stop(id, record.url, reply.why)
    }
  }

  #reportError(checkId: string, url: string, message: string): void {
    this.#deps.log('an own check failed', { checkId, url, cause: message })
    const [line = ''] = message.split('\n')
    this.#note(checkId, `failed on a page, and skipped it: ${line.slice(0, MAX_NOTE).toWellFormed()}`)
  }

  #stop(checkId: string, url: string, why: string): void {
    // Pages are checked at once, and the others may have found the same.
    if (Object.hasOwn(this.#stopped, checkId)) return
    this.#stopped[checkId] = why
    this.#deps.log('an own check was switched off', { checkId, url, why })
    this.#note(checkId, `was switched off for the rest of the crawl: it ${why}`, { isFinal: true })
  }

  /** One note for each check, and one more where it was switched off. */
  #note(checkId: string, sentence: string, { isFinal = false }: { isFinal?: boolean } = {}): void {
    const { notes } = this.#deps.checkpoint
    const beginning = `The own check ${checkId} `
    if (isFinal || !notes.some(note => note.startsWith(beginning))) notes.push(`${beginning}${sentence}`)
  }
}

function withResults(record: PageRecord, { issues, checkResults, conditional }: CheckedPage): PageRecord {
  return {
    ...record,
    issues: [...record.issues, ...issues],
    checkResults: joined(record.checkResults, checkResults),
    conditional:
      record.conditional && conditional
        ? {
            ...record.conditional,
            ifOwn: withDependent(record.conditional.ifOwn, conditional.ifOwn),
            ifForeign: withDependent(record.conditional.ifForeign, conditional.ifForeign),
          }
        : record.conditional,
  }
}

function withDependent(of: DependentResults, added: DependentResults): DependentResults {
  return {
    ...of,
    issues: [...of.issues, ...added.issues],
    checkResults: joined(of.checkResults, added.checkResults),
  }
}

function withSkipped(record: PageRecord, ids: readonly string[]): PageRecord {
  if (ids.length === 0) return record
  const skipped = ids.map((id): [string, string] => [id, CHECK_STOPPED])
  return { ...record, checkResults: joined(record.checkResults, { passed: [], failed: [], skipped }) }
}

function joined(results: CheckResults | null, { passed, failed, skipped }: CheckResults): CheckResults {
  return {
    passed: [...(results?.passed ?? []), ...passed],
    failed: [...(results?.failed ?? []), ...failed],
    skipped: [...(results?.skipped ?? []), ...skipped],
  }
}
