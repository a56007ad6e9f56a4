import type { Generated } from 'kysely'
import type { Role } from '#shared/account.ts'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import type { MemberRole } from '#shared/sharing.ts'

/** Tables of who uses the program and of what websites are theirs. */
export interface AccountTables {
  owner: OwnerTable
  account: AccountTable
  session: SessionTable
  api_key: ApiKeyTable
  attempt: AttemptTable
  website: WebsiteTable
  website_member: WebsiteMemberTable
  share_link: ShareLinkTable
}

interface OwnerTable {
  id: Generated<number>
  /** SHA-256 (hex) of a visitor's secret; `account:` and the folded name for an account, which no such hash can equal. */
  cookie_hash: string
  created_ms: number
  last_seen_ms: number
  /** null until a token of the owner is needed. */
  ownership_key: Generated<string | null>
}

export interface AccountTable {
  id: Generated<number>
  owner_id: number
  username: string
  /** The name as it is compared: see accounts.ts. */
  username_key: string
  role: Role
  password_hash: string
  is_disabled: number
  created_ms: number
  password_changed_ms: number
  last_sign_in_ms: number | null
}

interface SessionTable {
  token_hash: string
  account_id: number
  created_ms: number
  seen_ms: number
  ends_ms: number
}

export interface ApiKeyTable {
  id: Generated<number>
  account_id: number
  name: string
  scopes: ApiKeyScopes
  secret_hash: string
  created_ms: number
  /** null: never. */
  ends_ms: number | null
  used_ms: number | null
}

interface AttemptTable {
  key: string
  /** Tries since the key was last forgotten. */
  count: number
  /** 0 while there is no pause. */
  wait_until_ms: number
  last_ms: number
}

interface WebsiteTable {
  id: Generated<number>
  owner_id: number
  url: string
  /** When it is to be cleared, null when it stays. */
  clear_at_ms: number | null
  /** Hidden from everyone; the sweep deletes it. */
  is_cleared: number
  /** Raised by every change of what is decided about its issues; 0 until the first. */
  settings_version: Generated<number>
  /** JSON of Segment[]. */
  segments: Generated<string>
  /** Encrypted; see accounts/sealed.ts. Absent where the website is crawled without. */
  credentials: Generated<Uint8Array | null>
}

/** Users who see or edit a website of another user. */
interface WebsiteMemberTable {
  website_id: number
  /** Of the member's account. */
  owner_id: number
  role: MemberRole
  created_ms: number
}

/** Stays when its website is deleted, so that it can say so. */
export interface ShareLinkTable {
  id: Generated<number>
  website_id: number
  owner_id: number
  crawl_id: number
  earlier_crawl_id: number | null
  paths: string
  name: string
  /** JSON of SharePart[]. */
  parts: string
  /** SHA-256 (hex). */
  token_hash: string
  password_hash: string | null
  created_ms: number
  ends_ms: number
  revoked_ms: number | null
  used_ms: number | null
}
