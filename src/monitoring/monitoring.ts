import { describeError } from '#shared/errors.ts'
import { type After, wait } from '#shared/wait.ts'
import { type RaiseDeps, raiseAlerts } from './raise-alerts.ts'
import { type LightRunDeps, runLightChecks } from './run-light-checks.ts'
import { runSchedules, type ScheduleRunDeps } from './run-schedules.ts'
import { type SendDeps, sendAlerts } from './send-alerts.ts'

/**
 * Watches websites over time. All that is due stands in the database, and is claimed there by compare and set: several processes share the
 * work, and one that dies leaves nothing behind.
 */

export interface MonitoringDeps extends ScheduleRunDeps, RaiseDeps, LightRunDeps, SendDeps {
  store: ScheduleRunDeps['store'] & RaiseDeps['store'] & LightRunDeps['store']
  after: After
  /** For the operator. */
  log(event: string, details: Record<string, unknown>): void
}

const POLL_MS = 10_000

/** Begins at once; ends with its present piece of work. */
export function startMonitoring(deps: MonitoringDeps): AsyncDisposable {
  const stopping = new AbortController()
  const repeat = async (event: string, work: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await attempt(event, work, deps)
      await wait(deps.after, POLL_MS, stopping.signal)
    }
  }
  // Each by itself: a website that responds slowly delays the checks, and no schedule or message.
  const working = Promise.all([
    repeat('starting scheduled crawls failed', () => runSchedules(deps)),
    repeat('checking URLs failed', () => runLightChecks(deps)),
    repeat('looking for alerts failed', () => raiseAlerts(deps)),
    repeat('sending alerts failed', () => sendAlerts(deps)),
  ])
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await working
    },
  }
}

async function attempt(event: string, work: () => Promise<void>, { log }: Pick<MonitoringDeps, 'log'>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log(event, { cause: describeError(error) })
  }
}
