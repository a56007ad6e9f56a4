import { readFileSync } from 'node:fs'
import { type Agent, request } from 'undici'
import type { Question } from './api-questions.ts'

export interface Latency {
  p50: number
  p99: number
  /** How often it was requested. */
  times: number
}

export interface Measured extends Latency {
  /** The first response after the start of the server, which may have to look through the whole crawl. */
  firstMs: number
  /** Of the server's processor, for one response. What else the machine does counts for little in it. */
  cpuMs: number
  kilobytes: number
}

/** Requested at least so often, and after that until the time is over. */
const LEAST_TIMES = 20
const MOST_TIMES = 200
const TIME_MS = 1_500
/** The system counts the time of processors in hundredths of a second. */
const TICK_MS = 10
/** Fields of /proc/PID/stat behind the name of the program: time in the program, and in the system on its behalf. */
const [USER_TICKS, SYSTEM_TICKS] = [11, 12]

export interface Client {
  url: string
  pid: number
  cookie: string
  agent: Agent
}

/** Milliseconds from the question to the last byte of its response, or to the first of a file that is sent while it is made. */
export async function timedRequest(
  { url, cookie, agent }: Omit<Client, 'pid'>,
  { path, isStream }: Pick<Question, 'path' | 'isStream'>,
): Promise<{ tookMs: number; bytes: number }> {
  const startedMs = performance.now()
  const response = await request(url + path, { dispatcher: agent, headers: { cookie, 'accept-encoding': 'gzip' } })
  if (response.statusCode !== 200)
    throw new Error(`${path} responds with ${response.statusCode}: ${(await response.body.text()).slice(0, 200)}`)
  let bytes = 0
  for await (const part of response.body) {
    bytes += part.length
    if (isStream) break
  }
  return { tookMs: performance.now() - startedMs, bytes }
}

/** One question at a time. */
export async function measureQuestion(client: Client, question: Question): Promise<Measured> {
  const times: number[] = []
  const first = await timedRequest(client, question)
  const startedCpuMs = cpuMsOf(client.pid)
  const endMs = performance.now() + TIME_MS
  while (times.length < MOST_TIMES && (times.length < LEAST_TIMES || performance.now() < endMs))
    times.push((await timedRequest(client, question)).tookMs)
  return {
    ...percentiles(times),
    firstMs: first.tookMs,
    cpuMs: (cpuMsOf(client.pid) - startedCpuMs) / times.length,
    kilobytes: first.bytes / 1_024,
  }
}

export function percentiles(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), times: sorted.length }
}

/** Of all threads of a process so far; Linux alone reports it. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS
}
