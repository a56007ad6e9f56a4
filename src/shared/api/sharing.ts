import * as z from 'zod/mini'
import { memberSchema, newShareLinkSchema, SHARE_PASSWORD_MAX } from '../new-share.ts'
import { memberRoles, shareParts, shareStates } from '../sharing.ts'
import type { EndpointTable } from './contract.ts'
import { id, messageSchema, timestamp } from './values.ts'

export const shareLinkSchema = z.object({
  id,
  name: z.string(),
  crawlId: id,
  /** null: it shows one crawl. */
  earlierCrawlId: z.nullable(id),
  parts: z.array(z.enum(shareParts)),
  hasPassword: z.boolean(),
  /** `locked` is no state of the list. */
  state: z.enum(shareStates),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** When it was last opened, within a minute; null: never. */
  lastUsedAt: z.nullable(timestamp),
})
export type ShareLinkResponse = z.infer<typeof shareLinkSchema>

export const openedLinkSchema = z.object({
  state: z.enum(shareStates),
  expiresAt: timestamp,
  /** null unless the link is open. */
  shows: z.nullable(
    z.object({
      websiteId: id,
      crawlId: id,
      earlierCrawlId: z.nullable(id),
      paths: z.string(),
      parts: z.array(z.enum(shareParts)),
    }),
  ),
})
export type OpenedLink = z.infer<typeof openedLinkSchema>

const membersSchema = z.object({
  members: z.array(z.object({ username: z.string(), role: z.enum(memberRoles), since: timestamp })),
})

const insideLink = 'Only below the URL of a link, `/share/{token}`, before the path.'

export const sharingEndpoints = {
  listShareLinks: {
    access: 'own',
    scope: 'read',
    method: 'GET',
    path: '/api/websites/:id/shares',
    response: z.object({ links: z.array(shareLinkSchema), defaultDays: z.number(), maxDays: z.number() }),
    tag: 'Sharing',
    summary: 'Links to crawls of the website, the newest first',
    description: 'Also those that are revoked or expired, for three months. No response has the URL of a link again.',
  },
  addShareLink: {
    access: 'own',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/shares',
    body: newShareLinkSchema,
    response: z.object({ link: shareLinkSchema, url: z.string() }),
    tag: 'Sharing',
    summary: 'Make a read-only link to a crawl, or to the comparison of two',
    description:
      'For signed-in users only. `url` is in this response only. It shows the overview of the crawl and the chosen `parts`, to anyone who has it, until it ' +
      'expires or is revoked. All requests of the API that it allows are below it: `{url}/api/issues/12`.',
    alsoFails: ['unauthorized', 'conflict', 'unavailable'],
    exampleBody: { name: 'Example Foundation', parts: ['issues', 'pages', 'report'], expiresInDays: 30 },
  },
  revokeShareLink: {
    access: 'own',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/shares/revoke',
    body: z.object({ linkId: id }),
    response: messageSchema,
    tag: 'Sharing',
    summary: 'Revoke a link: it opens nothing from then on',
    exampleBody: { linkId: 1 },
  },
  openedLink: {
    access: 'anyone',
    share: 'entry',
    scope: 'none',
    method: 'GET',
    path: '/api/share',
    response: openedLinkSchema,
    tag: 'Sharing',
    summary: 'Whether a link opens, and what it shows',
    description: insideLink,
    alsoFails: ['not-found'],
  },
  unlockLink: {
    access: 'anyone',
    share: 'entry',
    scope: 'none',
    method: 'POST',
    path: '/api/share/password',
    body: z.object({ password: z.string().check(z.maxLength(SHARE_PASSWORD_MAX)) }),
    response: messageSchema,
    tag: 'Sharing',
    summary: 'Enter the password of a link',
    description: `${insideLink} The response sets a cookie that opens this link until it expires.`,
    alsoFails: ['not-found', 'unavailable'],
    exampleBody: { password: 'the password of the link' },
  },
  listMembers: {
    access: 'own',
    scope: 'none',
    method: 'GET',
    path: '/api/websites/:id/members',
    response: membersSchema,
    tag: 'Sharing',
    summary: 'The users with whom the website is shared',
  },
  setMember: {
    access: 'own',
    scope: 'none',
    method: 'POST',
    path: '/api/websites/:id/members',
    body: memberSchema,
    response: membersSchema,
    tag: 'Sharing',
    summary: 'Share the website with a user, change the role, or end it',
    description:
      'For signed-in users only. With `view` a user reads; with `edit` a user also crawls, mutes, rechecks and schedules. `null` ends it. Deleting and sharing ' +
      'the website, its credentials and its alerts stay with the owner.',
    alsoFails: ['unauthorized', 'conflict'],
    exampleBody: { username: 'bob', role: 'view' },
  },
  leaveWebsite: {
    access: 'view',
    scope: 'none',
    method: 'POST',
    path: '/api/websites/:id/members/leave',
    response: messageSchema,
    tag: 'Sharing',
    summary: 'End the own role on a website that another user shares',
    description: 'Nothing of the website is deleted. Its owner cannot leave it, and can share it again.',
    alsoFails: ['conflict'],
  },
} as const satisfies EndpointTable
