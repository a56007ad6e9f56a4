import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type FromProxy, fromProxySchema, type ProxyJob, type ProxyReport } from './proxy-messages.ts'

/** The proxy of a measurement, in a thread of its own. */
export interface ProxyHost {
  port: number
  greetingUrl: string
  report(): Promise<ProxyReport>
  close(): Promise<void>
}

/** A failure of the thread is an internal error: it ends the process. */
export async function startProxy(job: ProxyJob): Promise<ProxyHost> {
  const worker = new Worker(new URL(import.meta.resolve('./proxy-thread.ts')), { workerData: job })
  const next = async (): Promise<FromProxy> => {
    const [message]: unknown[] = await once(worker, 'message')
    return fromProxySchema.parse(message)
  }
  const ready = await next()
  if (ready.kind !== 'ready') throw new Error('the proxy has sent another message first')
  return {
    port: ready.port,
    greetingUrl: ready.greetingUrl,
    async report() {
      worker.postMessage(null)
      const report = await next()
      if (report.kind !== 'report') throw new Error('the proxy has no report')
      return report
    },
    async close() {
      await worker.terminate()
    },
  }
}
