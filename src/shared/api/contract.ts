import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { type SharePart, type WebsiteRole, websiteRoles } from '../sharing.ts'
import type { ParameterTable } from './query.ts'

/**
 * The contract between server and browser: one file for each resource, with its schemas and one row for each endpoint. The server
 * registers a handler for every row, the browser calls the same rows, and the OpenAPI document is generated from them: a forgotten
 * handler or a changed field is a compile error on both sides. A screen imports the rows it calls and no others.
 */

/**
 * Who may call: `anyone`; `view`, `edit` and `own`, whose role on the website that `:id` names allows that (404 to all others);
 * `user`, who is signed in (401 to others); `admin` (403 to others). Checked before any handler runs.
 */
export type Access = 'anyone' | WebsiteRole | 'user' | 'admin'

/** Whether the row is about the website that `:id` names. */
export function isWebsiteAccess(access: Access): access is WebsiteRole {
  return websiteRoles.some(role => role === access)
}

/**
 * Which part of a share link opens the row: `overview` is in every link, `entry` is the link itself, whatever its state. A function
 * says which parts a query needs, null for none. Absent: no link does, as if there were nothing at the URL.
 */
export type ShareAccess =
  | SharePart
  | 'overview'
  | 'entry'
  | ((query: Readonly<Record<string, unknown>>) => readonly SharePart[] | null)

/** What an API key must allow: to `read`, or to `crawl` as well; no key may call a row with `none` (403). Checked before the access. */
export type Scope = 'read' | 'crawl' | 'none'

/** Groups of the API's description. */
export const tags = {
  Websites: 'Crawled websites: each belongs to one visitor or user, and does not exist for others.',
  Results:
    'Pages and issues of a crawl. `{id}` is the website’s id; the newest crawl is used unless `crawl` names another.',
  'Page speed': 'Scores and Core Web Vitals of single pages. Errors here are JSON: `{message}`.',
  Sharing: 'Links for people without an account, and the users who see or edit a website of another user.',
  Monitoring: 'Websites that are crawled by themselves: for signed-in users.',
  Files: 'Results to download. They are sent while they are written; one that ends early breaks the connection.',
  'Signing in': 'Sessions of the browser, and API keys for programs.',
  Administration: 'For administrators only.',
  Description: 'This description.',
} as const
export type Tag = keyof typeof tags

/** What endpoints that return JSON and those that return a file have in common. */
interface Row {
  access: Access
  share?: ShareAccess
  scope: Scope
  path: string
  tag: Tag
  summary: string
  description?: string
  query?: ParameterTable
  /** Errors beyond those that follow from the rest of the row. */
  alsoFails?: readonly ErrorCode[]
}

export type EndpointRow = CommonEndpointRow & (WithBody | WithoutBody | WithUpload)

interface WithBody {
  upload?: never
  body: z.ZodMiniType
  /** One that is accepted where what it names exists: for the description, and for the tests that call every row. */
  exampleBody: unknown
}

/** The body is a file, read while it arrives. */
interface WithUpload {
  upload: true
  body?: never
  /** Sent as JSON, it is a file that is accepted. */
  exampleBody: unknown
}

interface WithoutBody {
  upload?: never
  body?: never
  exampleBody?: never
}

interface CommonEndpointRow extends Row {
  method: string
  response: z.ZodMiniType
  /** Response headers and what they hold. */
  headers?: Readonly<Record<string, string>>
  /** Errors are `{message}` instead of plain text. */
  errors?: 'json'
}
export type EndpointTable = Readonly<Record<string, EndpointRow>>

/** A file instead of JSON, sent while it is made. The method is GET, unless the request needs a body. */
export type StreamRow = CommonStreamRow & (({ method: 'POST' } & WithBody) | ({ method?: never } & WithoutBody))

interface CommonStreamRow extends Row {
  mediaTypes: readonly string[]
}
export type StreamTable = Readonly<Record<string, StreamRow>>
