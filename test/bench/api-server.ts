import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { endpoints } from '#shared/api/endpoints.ts'
import { BENCH_PASSWORD } from './api-crawl.ts'

const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'sitesounder.mjs')
const READY = /is ready on (\S+)/
/** No request is to be refused for its rate. */
const UNLIMITED = '1000000'

export interface ApiServer extends AsyncDisposable {
  url: string
  pid: number
}

/** The server as its operator starts it, in a process of its own. */
export async function startApiServer(
  folder: string,
  { flags = [], env = {} }: { flags?: readonly string[]; env?: Record<string, string> } = {},
): Promise<ApiServer> {
  const limits = ['--requests-per-minute', UNLIMITED, '--requests-per-minute-per-address', UNLIMITED]
  const args = ['serve', '--data', folder, '--port', '0', '--admin-password', BENCH_PASSWORD, ...limits, ...flags]
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readyUrl(child)
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function readyUrl({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the server says nothing')
  let said = ''
  for await (const part of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += part
    const [, url] = READY.exec(said) ?? []
    if (url !== undefined) {
      stdout.resume()
      return url
    }
  }
  throw new Error('the server ended')
}

/** The cookie of the admin's session. */
export async function signIn(url: string): Promise<string> {
  const response = await fetch(url + endpoints.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: BENCH_PASSWORD }),
  })
  if (!response.ok) throw new Error(`signing in failed: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}
