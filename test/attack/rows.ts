import { queryParameters } from '#api/query-parameters.ts'
import type { Access, Scope } from '#shared/api/contract.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'

/** One address of the contract: an endpoint, or a stream, which is all there is to ask for. */
export interface Row {
  name: string
  method: string
  path: string
  access: Access
  scope: Scope
  hasBody: boolean
  /** What it reads off its query. */
  parameters: readonly string[]
}

const parametersOf = new Map<string, readonly string[]>(
  Object.entries(queryParameters).map(([name, table]) => [name, Object.keys(table)]),
)

export const streamRows: readonly Row[] = Object.entries(streams).map(([name, { access, scope, path }]) => ({
  name,
  method: 'GET',
  path,
  access,
  scope,
  hasBody: false,
  parameters: parametersOf.get(name) ?? [],
}))

export const rows: readonly Row[] = [
  ...Object.entries(endpoints).map(([name, row]) => ({
    name,
    method: row.method,
    path: row.path,
    access: row.access,
    scope: row.scope,
    hasBody: 'body' in row,
    parameters: parametersOf.get(name) ?? [],
  })),
  ...streamRows,
]

/** What may change something. */
export const unsafeRows: readonly Row[] = rows.filter(row => row.method !== 'GET')
