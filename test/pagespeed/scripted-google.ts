import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveHttp } from '#fetch/test-server.ts'
import { createGooglePageSpeed, type GooglePageSpeed } from '#pagespeed/google-page-speed.ts'
import type { PageSpeedResult } from '#pagespeed/result.ts'

/** The client of PageSpeed Insights against a server that responds as it does; no one waits for real time. */

export const KEY = 'AIzaSy-a-secret'
export const PAGE = 'https://shop.example/?a=1&b=ü'
const DEADLINE_MS = 120_000
export const MAX_BYTES = 32 * 1024 * 1024

export interface Scripted {
  status?: number
  body: unknown
  headers?: Record<string, string>
}
/** The last response is sent again and again; 'hang up' closes the connection, 'hang' never responds. */
type Script = readonly (Scripted | 'hang up' | 'hang')[]

interface Setting extends AsyncDisposable {
  client: GooglePageSpeed
  requested: IncomingMessage[]
  /** Pauses between tries, in milliseconds. */
  waitedMs: number[]
  clock: { nowMs: number }
  /** Lets the time of a measurement run out. */
  runOut(): void
}

export async function openGoogle(script: Script): Promise<Setting> {
  const requested: IncomingMessage[] = []
  const server = await serveHttp((request, response) => {
    const next = script[Math.min(requested.length, script.length - 1)]
    requested.push(request)
    if (next === 'hang up') request.socket.destroy()
    else if (next && next !== 'hang') respond(response, next)
  })
  const clock = { nowMs: Date.UTC(2026, 10, 20) }
  const waitedMs: number[] = []
  const deadlines: { atMs: number; callback: () => void }[] = []
  const runOut = () => {
    for (const deadline of deadlines.splice(0)) if (clock.nowMs >= deadline.atMs) deadline.callback()
  }
  const client = createGooglePageSpeed({
    serviceUrl: new URL(server.origin),
    key: KEY,
    now: () => clock.nowMs,
    random: () => 0.5,
    after: (ms, callback) => {
      if (ms === DEADLINE_MS || ms === 15_000) {
        deadlines.push({ atMs: clock.nowMs + ms, callback })
        return () => void deadlines.splice(0)
      }
      waitedMs.push(ms)
      const immediate = setImmediate(() => {
        clock.nowMs += ms
        runOut()
        callback()
      })
      return () => clearImmediate(immediate)
    },
  })
  return {
    client,
    requested,
    waitedMs,
    clock,
    runOut: () => {
      clock.nowMs += DEADLINE_MS
      runOut()
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function respond(response: ServerResponse, { status = 200, body, headers = {} }: Scripted): void {
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(sent)
}

export function measure(
  client: GooglePageSpeed,
  signal: AbortSignal = new AbortController().signal,
): Promise<PageSpeedResult> {
  return client.measure({ url: PAGE, device: 'mobile', signal })
}

export function failureOf(result: PageSpeedResult) {
  assert.ok(!result.ok)
  return result.failure
}
