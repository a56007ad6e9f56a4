import { describe, it } from 'node:test'
import { command } from './mcp.ts'
import { assertRefused } from './test-refusal.ts'
import { command as worker } from './worker.ts'

const server = { server: 'http://127.0.0.1:1' }
const postgres = { 'database-url': 'postgres://127.0.0.1:1/x' }
const misused: [name: string, operands: string[], settings: Record<string, string>, sentence: RegExp][] = [
  ['an operand', ['a'], { ...server, 'api-key': 'snd_x' }, /^mcp takes no operands\.$/],
  ['a server without a key', [], server, /^Give an API key of the server as SITESOUNDER_API_KEY/],
  [
    'a database without the server that shares it',
    [],
    postgres,
    /^The database is shared with a server: name that server/,
  ],
]

describe('sitesounder mcp', () => {
  for (const [name, operands, settings, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, settings, sentence }))
})

describe('sitesounder worker', () => {
  it('refuses to work without a shared database', () =>
    assertRefused(worker, {
      operands: [],
      sentence: /^A worker needs the database that it shares: name it by SITESOUNDER_DATABASE_URL\.$/,
    }))
})
