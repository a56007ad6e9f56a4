import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { vitalSigns } from './vital-signs.ts'

function signs(options: { tellsMetrics?: boolean; isAway?: boolean } = {}) {
  const logged: string[] = []
  const counts = { running: 2, waiting: 5, visitors: 0, users: 0, websites: 0, crawls: 0 }
  const app = vitalSigns({
    store: {
      crawls: {
        countActive: async () => {
          if (options.isAway) throw new Error('gone')
          return 7
        },
      },
      operations: { counts: async () => counts, usedBytes: async () => 4_096 },
    },
    tellsMetrics: options.tellsMetrics ?? true,
    startedMs: 1_500,
    processFigures: () => ({ cpuSeconds: 1.25, residentBytes: 1_000 }),
    log: { error: message => logged.push(message) },
  })
  return { app, logged }
}

describe('vital signs', () => {
  it('lives, and is ready while the database responds', async () => {
    const { app } = signs()
    for (const path of ['/healthz', '/readyz']) {
      const response = await app.request(path)
      assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-store'], path)
    }
  })

  it('is not ready without its database, but lives', async () => {
    const { app, logged } = signs({ isAway: true })
    assert.equal((await app.request('/readyz')).status, 503)
    assert.equal((await app.request('/healthz')).status, 200)
    assert.deepEqual(logged, ['the database does not respond'])
  })

  it('exposes figures as Prometheus reads them', async () => {
    const response = await signs().app.request('/metrics')
    assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    assert.match(text, /^process_cpu_seconds_total 1\.25$/m)
    assert.match(text, /^process_start_time_seconds 1\.5$/m)
    assert.match(
      text,
      /^# TYPE sitesounder_crawls gauge\nsitesounder_crawls\{state="running"\} 2\nsitesounder_crawls\{state="waiting"\} 5$/m,
    )
    for (const line of text.trimEnd().split('\n'))
      assert.match(line, /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{state="[a-z]+"\})? [\d.]+)$/)
  })

  it('exposes no figures unless the operator wants it', async () => {
    assert.equal((await signs({ tellsMetrics: false }).app.request('/metrics')).status, 404)
  })
})
