import { type Context, Hono } from 'hono'
import type { CrawlStore, OperationsStore } from '#store/store.ts'

export interface VitalSignsDeps {
  store: { crawls: Pick<CrawlStore, 'countActive'>; operations: Pick<OperationsStore, 'counts' | 'usedBytes'> }
  /** Whether every caller may read the figures. */
  tellsMetrics: boolean
  startedMs: number
  /** Of this process, with all its threads. */
  processFigures(): { cpuSeconds: number; residentBytes: number }
  log: { error(message: string, fields: Record<string, unknown>): void }
}

interface Metric {
  name: string
  help: string
  type: 'gauge' | 'counter'
  /** By the value of the label `state`; null for a metric without labels. */
  values: Map<string | null, number>
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const NEVER_STORED = { 'Cache-Control': 'no-store' }

/**
 * What orchestrators and monitors request from a process: `/healthz` whether it lives, `/readyz` whether it can work, which takes its
 * database, and `/metrics` for Prometheus. None of them knows visitors.
 */
export function vitalSigns(deps: VitalSignsDeps): Hono {
  const app = new Hono()
  app.get('/healthz', context => context.text('It lives.\n', 200, NEVER_STORED))
  app.get('/readyz', context => readiness(context, deps))
  if (deps.tellsMetrics) app.get('/metrics', context => metrics(context, deps))
  return app
}

async function readiness(context: Context, { store, log }: VitalSignsDeps): Promise<Response> {
  try {
    await store.crawls.countActive()
    return context.text('It is ready.\n', 200, NEVER_STORED)
  } catch (cause) {
    log.error('the database does not respond', { cause })
    return context.text('The database does not respond.\n', 503, NEVER_STORED)
  }
}

async function metrics(context: Context, { store, startedMs, processFigures }: VitalSignsDeps): Promise<Response> {
  const { cpuSeconds, residentBytes } = processFigures()
  const { running, waiting } = await store.operations.counts()
  const exposed: Metric[] = [
    metric('process_cpu_seconds_total', 'counter', 'Processor time of this process.', cpuSeconds),
    metric('process_resident_memory_bytes', 'gauge', 'Memory of this process.', residentBytes),
    metric('process_start_time_seconds', 'gauge', 'Start of this process, since 1970.', startedMs / 1_000),
    metric('sitesounder_database_bytes', 'gauge', 'Size of the database.', await store.operations.usedBytes()),
    {
      name: 'sitesounder_crawls',
      type: 'gauge',
      help: 'Crawls of all processes on this database, by what they do.',
      values: new Map([
        ['running', running],
        ['waiting', waiting],
      ]),
    },
  ]
  return context.body(exposed.map(exposition).join(''), 200, { 'Content-Type': EXPOSITION_TYPE, ...NEVER_STORED })
}

function metric(name: string, type: Metric['type'], help: string, value: number): Metric {
  return { name, type, help, values: new Map([[null, value]]) }
}

function exposition({ name, type, help, values }: Metric): string {
  const lines = [...values].map(([state, value]) => `${name}${state === null ? '' : `{state="${state}"}`} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}
