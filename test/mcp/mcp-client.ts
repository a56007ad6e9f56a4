import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createApiKeys } from '#accounts/api-keys.ts'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import { commandEnvironment } from '../support/command.ts'
import { openTestStore } from '../support/storage.ts'

/** The client of the official SDK, and its view of the responses. */

const ROOT = path.join(import.meta.dirname, '..', '..')

/** Of one response. */
export const MAX_TOKENS = 8_000

/** The current revision of the protocol, and the one before it. */
export const revisions = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof revisions)[number]

function clientOf(revision: Revision): Client {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
}

export async function connectHttp(serverUrl: string, apiKey: string, revision: Revision): Promise<Client> {
  const client = clientOf(revision)
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', serverUrl), { requestInit }))
  return client
}

export async function connectStdio(args: readonly string[], revision: Revision): Promise<Client> {
  const client = clientOf(revision)
  const command = path.join(ROOT, 'bin/sitesounder.mjs')
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [command, 'mcp', ...args], env: commandEnvironment() }),
  )
  return client
}

/** A key of the account `user` of the data folder of a server. */
export async function addApiKey(folder: string, scopes: ApiKeyScopes): Promise<string> {
  await using store = await openTestStore({ folder })
  const account = await store.accounts.findByName('user')
  assert.ok(account)
  const { secret } = await createApiKeys({ store, now: Date.now, randomBytes }).add(account, { name: 'test', scopes })
  return secret
}

/** What a tool responded with. */
export interface Responded {
  /** The words of the tool itself. */
  words: string
  /** The data, parsed line by line. */
  rows: Record<string, unknown>[]
  /** Of all parts. */
  text: string
  isError: boolean
}

export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Responded> {
  const { content, isError = false } = await client.callTool({ name, arguments: args })
  const texts = content.map(part => (part.type === 'text' ? part.text : assert.fail(`a part is ${part.type}`)))
  const [words = '', block] = texts
  return { words, rows: block === undefined ? [] : rowsOf(block), text: texts.join('\n'), isError }
}

const BLOCK = /^(?<note>[^\n]+)\nBEGIN DATA (?<nonce>[0-9a-f]{32})\n(?<lines>.*)\nEND DATA \k<nonce>$/s

/** The rows of a data block. @throws where it is not exactly one block, with its nonce in the two marking lines alone. */
export function rowsOf(block: string): Record<string, unknown>[] {
  const { nonce = '', lines = '' } = BLOCK.exec(block)?.groups ?? {}
  assert.notEqual(nonce, '', block)
  assert.equal(block.split(nonce).length, 3)
  return lines.split('\n').map(line => JSON.parse(line))
}
