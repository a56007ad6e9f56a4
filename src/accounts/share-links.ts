import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { MAX_LINKS_PER_WEBSITE, type SharePart, type ShareState } from '#shared/sharing.ts'
import type { CrawlRow, ShareLinkRow, Store, WebsiteRow } from '#store/store.ts'
import { linkPasswordLimits, tooManyAttempts } from './attempt-limits.ts'
import { type Argon2idCost, hashPassword, SALT_BYTES, verifyPassword } from './password-hash.ts'

export interface ShareLinkDeps {
  store: Pick<Store, 'shareLinks' | 'attempts' | 'websites' | 'reading'>
  /** Epoch milliseconds. */
  now: () => number
  /** Cryptographically strong. */
  randomBytes: (size: number) => Uint8Array
  passwordCost: Argon2idCost
}

/** Links that show a crawl to people without an account. A token is returned once, when its link is made; only its hash is stored. */
export interface ShareLinks {
  /** @throws AppError conflict when the website has too many already, not-found when it is gone. */
  add(link: NewLink): Promise<{ link: ShareLinkRow; token: string }>
  /** What a token opens now. `proof` is what `unlock` has returned. null: there is no such link, or its owner is disabled. */
  open(sent: { token: string; proof: string | null }): Promise<SharedView | null>
  /**
   * A proof that the password was entered, for `open`.
   *
   * @throws AppError forbidden for a wrong one, too-many after several.
   */
  unlock(link: ShareLinkRow, attempt: { password: string; address: string }): Promise<string>
}

export interface NewLink {
  website: Pick<WebsiteRow, 'id' | 'ownerId'>
  crawlId: number
  earlierCrawlId: number | null
  paths: string
  name: string
  parts: readonly SharePart[]
  /** null: none is needed. */
  password: string | null
  days: number
}

/** A link with what it shows. */
export type SharedView = { link: ShareLinkRow } & (
  | { state: Exclude<ShareState, 'open'> }
  | { state: 'open'; website: WebsiteRow; crawl: CrawlRow }
)

const TOKEN_BYTES = 32
const DAY_MS = 86_400_000

export function createShareLinks({ store, now, randomBytes, passwordCost }: ShareLinkDeps): ShareLinks {
  const { shareLinks, attempts, websites, reading } = store
  return {
    async add({ website, password, days, ...link }) {
      const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url')
      const passwordHash =
        password === null ? null : await hashPassword(password, randomBytes(SALT_BYTES), passwordCost)
      const nowMs = now()
      const added = await shareLinks.add({
        ...link,
        websiteId: website.id,
        ownerId: website.ownerId,
        passwordHash,
        tokenHash: createHash('sha256').update(token).digest('hex'),
        nowMs,
        endsMs: nowMs + days * DAY_MS,
        maxPerWebsite: MAX_LINKS_PER_WEBSITE,
      })
      if (added.ok) return { link: added.link, token }
      if (added.reason === 'gone') throw new AppError('not-found', 'Website not found')
      throw new AppError('conflict', `A website has at most ${MAX_LINKS_PER_WEBSITE} links. Revoke one first.`)
    },

    async open({ token, proof }) {
      const link = await shareLinks.find(createHash('sha256').update(token).digest('hex'))
      if (!link) return null
      const ended = linkState(link, now())
      if (ended !== 'open') return { link, state: ended }
      if (link.passwordHash !== null && !isProof(proof, link, link.passwordHash)) return { link, state: 'locked' }
      const website = await websites.find(link.websiteId, link.ownerId)
      const crawl = await reading.crawl(link.crawlId)
      const earlier = link.earlierCrawlId === null ? null : await reading.crawl(link.earlierCrawlId)
      const hasEarlier = link.earlierCrawlId === null || earlier !== null
      if (!website || crawl?.websiteId !== website.id || !hasEarlier) return { link, state: 'deleted' }
      await shareLinks.noteUse(link, now())
      return { link, state: 'open', website, crawl }
    },

    async unlock(link, { password, address }) {
      const limits = linkPasswordLimits({ linkId: link.id, address })
      const taken = await attempts.take(limits, now())
      if (!taken.ok) throw tooManyAttempts(taken.retryAtMs - now())
      const { passwordHash } = link
      if (passwordHash === null || !(await verifyPassword(password, passwordHash)))
        throw new AppError('forbidden', 'The password is wrong.')
      await attempts.giveBack(limits.map(({ key }) => key))
      return proofOf(link, passwordHash).toString('base64url')
    },
  }
}

/** Of a link of the list: whether it has ended, whatever its password. */
export function linkState({ revokedMs, endsMs }: ShareLinkRow, nowMs: number): 'open' | 'expired' | 'revoked' {
  if (revokedMs !== null) return 'revoked'
  return nowMs >= endsMs ? 'expired' : 'open'
}

const PROOF_FORM = /^[A-Za-z0-9_-]{43}$/

/** Nothing is stored: the hash of the password, which has a salt of its own, signs the link. */
function proofOf({ id }: ShareLinkRow, passwordHash: string): Buffer {
  return createHmac('sha256', passwordHash).update(`share link ${id}`).digest()
}

function isProof(proof: string | null, link: ShareLinkRow, passwordHash: string): boolean {
  if (proof === null || !PROOF_FORM.test(proof)) return false
  return timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(link, passwordHash))
}
