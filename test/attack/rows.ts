import type { Access, EndpointRow, Scope, ShareAccess, StreamRow } from '#shared/api/contract.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'

/** One URL of the contract: an endpoint, or a stream, which is all there is to request. */
export interface Row {
  name: string
  method: string
  path: string
  access: Access
  scope: Scope
  /** What a share link must show for it; undefined: no link opens it. */
  share: ShareAccess | undefined
  hasBody: boolean
  /** A body that the endpoint takes; null for one without a body. */
  exampleBody: unknown
  /** What it reads off its query. */
  parameters: readonly string[]
}

export const streamRows: readonly Row[] = Object.entries<StreamRow>(streams).map(
  ([name, { access, scope, share, path, query = {} }]) => ({
    name,
    method: 'GET',
    path,
    access,
    scope,
    share,
    hasBody: false,
    exampleBody: null,
    parameters: Object.keys(query),
  }),
)

export const rows: readonly Row[] = [
  ...Object.entries<EndpointRow>(endpoints).map(
    ([name, { access, scope, share, method, path, body, exampleBody = null, query = {} }]) => ({
      name,
      method,
      path,
      access,
      scope,
      share,
      hasBody: body !== undefined,
      exampleBody,
      parameters: Object.keys(query),
    }),
  ),
  ...streamRows,
]

/** What may change something. */
export const unsafeRows: readonly Row[] = rows.filter(row => row.method !== 'GET')
