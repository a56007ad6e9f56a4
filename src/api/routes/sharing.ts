import { tooManyAttempts, unknownNameLimit } from '#accounts/attempt-limits.ts'
import { createShareLinks, linkState } from '#accounts/share-links.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { type ShareLinkResponse, sharingEndpoints } from '#shared/api/sharing.ts'
import { AppError } from '#shared/errors.ts'
import { isoTime } from '#shared/iso-time.ts'
import { memberSchema, newShareLinkSchema } from '#shared/new-share.ts'
import { MAX_MEMBERS_PER_WEBSITE } from '#shared/sharing.ts'
import type { AccountRow, CrawlRow, ShareLinkRow } from '#store/store.ts'
import type { Call, Routes, WebsiteCall } from '../call.ts'
import type { SharedLink } from '../identity.ts'
import { chosenCrawl, crawlNotFound, findWebsite, userNotFound, websiteNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type SharingRoutes = Pick<
  Routes<typeof endpoints>,
  | 'listShareLinks'
  | 'addShareLink'
  | 'revokeShareLink'
  | 'openedLink'
  | 'unlockLink'
  | 'listMembers'
  | 'setMember'
  | 'leaveWebsite'
>

/** Links to a website's crawls, and the users who see or edit it. */
export function sharingRoutes(deps: RouteDeps): SharingRoutes {
  const { store, settings, now } = deps
  const links = createShareLinks(deps)

  async function membersOf(websiteId: number) {
    const members = await store.members.list(websiteId)
    return { members: members.map(({ createdMs, ...member }) => ({ ...member, since: isoTime(createdMs) })) }
  }

  /** @throws AppError 404 for an unknown or disabled user, 429 after several of those. */
  async function userNamed(username: string, byOwnerId: number): Promise<AccountRow> {
    const account = await store.accounts.findByName(username)
    if (account && !account.isDisabled) return account
    const taken = await store.attempts.take([unknownNameLimit(byOwnerId)], now())
    throw taken.ok ? userNotFound() : tooManyAttempts(taken.retryAtMs - now())
  }

  return {
    listShareLinks: async ({ website }) => ({
      links: (await store.shareLinks.list(website.id)).map(link => linkResponse(link, now())),
      defaultDays: settings.shareDays,
      maxDays: settings.maxShareDays,
    }),

    addShareLink: async call => {
      const { name, crawlId, earlierCrawlId, paths, parts, password, expiresInDays } =
        await call.readBody(newShareLinkSchema)
      refuseUnshared(call)
      const days = expiresInDays ?? settings.shareDays
      if (days > settings.maxShareDays)
        throw new AppError('bad-request', `A link lasts at most ${settings.maxShareDays} days`)
      const crawl = await chosenCrawl(store, { website: call.website, crawlId })
      const earlier = earlierCrawlId === undefined ? null : await ownCrawl(call, earlierCrawlId)
      if ([crawl, earlier].some(each => each !== null && each.status !== 'complete'))
        throw new AppError('conflict', 'The crawl has not ended: it can be shared then')
      if (parts.includes('comparison') !== (earlier !== null))
        throw new AppError('bad-request', 'A comparison needs the crawl that it is compared with')
      const made = await links.add({
        website: call.website,
        crawlId: crawl.id,
        earlierCrawlId: earlier?.id ?? null,
        paths,
        name,
        parts: [...new Set(parts)],
        password: password ?? null,
        days,
      })
      const origin = settings.publicUrl?.origin ?? call.origin
      return { link: linkResponse(made.link, now()), url: `${origin}/share/${made.token}` }
    },

    revokeShareLink: async ({ website, readBody }) => {
      const { linkId } = await readBody(revokedSchema)
      if (!(await store.shareLinks.revoke({ linkId, websiteId: website.id, nowMs: now() })))
        throw new AppError('not-found', 'There is no such link, or it is revoked already')
      return { message: 'The link is revoked' }
    },

    openedLink: async ({ visitor }) => {
      const { view } = linkOf(visitor)
      const { link, state } = view
      const { websiteId, crawlId, earlierCrawlId, paths, parts } = link
      const shows = { websiteId, crawlId, earlierCrawlId, paths, parts: [...parts] }
      return { state, expiresAt: isoTime(link.endsMs), shows: state === 'open' ? shows : null }
    },

    unlockLink: async ({ visitor, readBody }) => {
      const { password } = await readBody(unlockSchema)
      await linkOf(visitor).unlock(password)
      return { message: 'The link is open' }
    },

    listMembers: ({ website }) => membersOf(website.id),

    setMember: async call => {
      const { username, role } = await call.readBody(memberSchema)
      refuseUnshared(call)
      const account = await userNamed(username, call.ownerId)
      if (account.ownerId === call.ownerId) throw new AppError('conflict', 'The website is yours already')
      const changed = await store.members.set({
        websiteId: call.website.id,
        ownerId: call.ownerId,
        memberOwnerId: account.ownerId,
        role,
        nowMs: now(),
        maxPerWebsite: MAX_MEMBERS_PER_WEBSITE,
      })
      if (changed.ok) return await membersOf(call.website.id)
      if (changed.reason === 'gone') throw websiteNotFound()
      throw new AppError('conflict', `A website is shared with at most ${MAX_MEMBERS_PER_WEBSITE} users`)
    },

    leaveWebsite: async ({ website, visitor }) => {
      if (visitor.ownerId === null || website.role === 'own')
        throw new AppError('conflict', 'The website is yours: clear it to remove it from your list')
      await store.members.leave(website.id, visitor.ownerId)
      return { message: 'You have left the website' }
    },
  }

  /** Of this website or of another one that is the caller's own. */
  async function ownCrawl({ visitor }: WebsiteCall, crawlId: number): Promise<CrawlRow> {
    const crawl = await store.reading.crawl(crawlId)
    const website = crawl && (await findWebsite(store, visitor, crawl.websiteId))
    if (!crawl || website?.role !== 'own') throw crawlNotFound()
    return crawl
  }
}

const { body: revokedSchema } = sharingEndpoints.revokeShareLink
const { body: unlockSchema } = sharingEndpoints.unlockLink

/** @throws AppError 401: the data of a visitor go when the visitor leaves. */
function refuseUnshared({ visitor }: Pick<Call, 'visitor'>): void {
  if (!visitor.account)
    throw new AppError('unauthorized', 'Please sign in first: only websites of signed-in users can be shared.')
}

/** @throws AppError 404 outside of links. */
function linkOf({ share }: Call['visitor']): SharedLink & { view: NonNullable<SharedLink['view']> } {
  const view = share?.view
  if (!share || !view) throw new AppError('not-found', 'There is no such link.')
  return { ...share, view }
}

function linkResponse(link: ShareLinkRow, nowMs: number): ShareLinkResponse {
  return {
    id: link.id,
    name: link.name,
    crawlId: link.crawlId,
    earlierCrawlId: link.earlierCrawlId,
    parts: [...link.parts],
    hasPassword: link.passwordHash !== null,
    state: linkState(link, nowMs),
    createdAt: isoTime(link.createdMs),
    expiresAt: isoTime(link.endsMs),
    lastUsedAt: isoTime(link.usedMs),
  }
}
