import type * as z from 'zod/mini'

/**
 * The contract between server and browser (specification, section 7; decisions.md, "Answers of the API"): one file for each
 * resource, with its schemas and its rows. `api/serve-api.ts` registers a handler for every row, `web/queries/` calls the same rows: a
 * forgotten handler or a changed field is a compile error on both sides. A screen loads the rows it calls and no others.
 */

/**
 * Who may call: `anyone`; `website`, the owner of the website that `:id` names (404 to everyone else); `user`, whoever is signed
 * in (401 to others); `admin` (403 to others). `api/app.ts` asks before any handler runs.
 */
export type Access = 'anyone' | 'website' | 'user' | 'admin'

/** What an API key must be good for: to `read`, to `crawl` as well, or `none`: no key calls it (403). Asked before the access. */
export type Scope = 'read' | 'crawl' | 'none'

export interface EndpointRow {
  access: Access
  scope: Scope
  method: string
  path: string
  /** Errors are `{message}` instead of plain text. */
  errors?: 'json'
  body?: z.ZodMiniType
  answer: z.ZodMiniType
}
export type EndpointTable = Record<string, EndpointRow>
