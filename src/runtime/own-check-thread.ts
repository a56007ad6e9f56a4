import { pathToFileURL } from 'node:url'
import { deserialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { PageCheck } from '#checks/check.ts'
import { descriptionOf, joinDeclarations, readDeclarations } from '#checks/own-checks/declaration.ts'
import { checkPage } from '#checks/run-page-checks.ts'
import { tuneChecks } from '#checks/thresholds.ts'
import { describeError } from '#shared/errors.ts'
import type { FromOwnChecks, OwnCheckThreadData, ToOwnChecks } from './own-check-messages.ts'

/**
 * Entry of the thread of own checks: loads the files, and runs their checks on pages, one page after the other. It may hang or end at any
 * time; `running` says in which check.
 */
const data: OwnCheckThreadData = workerData
const port = parentPort
if (!port) throw new Error('own-check-thread.ts is the entry of a thread')
const running = new Int32Array(data.running)
const post = (message: FromOwnChecks) => port.postMessage(message)

// What checks leave behind, such as a promise that is rejected later, ends no thread.
const stray = (error: unknown) => post({ kind: 'stray', message: describeError(error) })
process.on('unhandledRejection', stray)
process.on('uncaughtException', stray)

/** The checks as they are, but for a note of which one runs. */
function watched(checks: readonly PageCheck[]): PageCheck[] {
  return checks.map((check, index) => {
    const { check: rule } = check
    if (!rule) return check
    return {
      ...check,
      check: (page, thresholds) => {
        Atomics.store(running, 0, index + 1)
        try {
          return rule(page, thresholds)
        } finally {
          Atomics.store(running, 0, 0)
        }
      },
    }
  })
}

async function load(): Promise<PageCheck[]> {
  const lists: PageCheck[][] = []
  for (const file of data.files) lists.push(readDeclarations(await import(pathToFileURL(file).href), file))
  return watched(joinDeclarations(lists))
}

function run(checks: readonly PageCheck[], { facts, thresholds, without }: ToOwnChecks): FromOwnChecks {
  const errors: { checkId: string; message: string }[] = []
  const report = (checkId: string, error: unknown) => errors.push({ checkId, message: describeError(error) })
  const chosen = tuneChecks(checks, thresholds).filter(({ id }) => !without.includes(id))
  return { kind: 'checked', checked: checkPage(deserialize(facts), chosen, report), errors }
}

load().then(
  checks => {
    port.on('message', (message: ToOwnChecks) => post(run(checks, message)))
    post({ kind: 'loaded', checks: checks.map(descriptionOf) })
  },
  (error: unknown) => post({ kind: 'refused', message: describeError(error) }),
)
