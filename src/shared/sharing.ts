/** How a website is shared: with people who have a link, and with users who have a role. */

/** What a link may show beside the overview of its crawl, which every link shows. */
export const shareParts = ['issues', 'pages', 'links', 'comparison', 'report', 'notes'] as const
export type SharePart = (typeof shareParts)[number]

export const sharePartLabels: Record<SharePart, string> = {
  issues: 'Issues',
  pages: 'Pages, languages and images',
  links: 'Links and site structure',
  comparison: 'Comparison',
  report: 'Client report',
  notes: 'Notes and assignees',
}

/** Whether a link opens; `locked`: its password has to be entered first; `deleted`: its crawl no longer exists. */
export const shareStates = ['open', 'locked', 'expired', 'revoked', 'deleted'] as const
export type ShareState = (typeof shareStates)[number]

export const MAX_LINKS_PER_WEBSITE = 50
export const MAX_MEMBERS_PER_WEBSITE = 50

/** What a user may do with a website of another user: `view` reads; `edit` crawls, mutes, rechecks and schedules, too. */
export const memberRoles = ['view', 'edit'] as const
export type MemberRole = (typeof memberRoles)[number]
/** Only the owner deletes and shares the website, and sees or sets its credentials and alerts. */
export const websiteRoles = [...memberRoles, 'own'] as const
export type WebsiteRole = (typeof websiteRoles)[number]

/** Whether a role allows what another one needs. */
export function allows(role: WebsiteRole, needed: WebsiteRole): boolean {
  return websiteRoles.indexOf(role) >= websiteRoles.indexOf(needed)
}

/** All that is below a link has a path that begins so. A token is 256 random bits in base64url. */
const SHARE_PATH = /^\/share\/([A-Za-z0-9_-]{43})(?=\/|$)/

/** The beginning of a path that a share link adds to all others; '' for a path outside of links. */
export function sharePrefix(path: string): string {
  return SHARE_PATH.exec(path)?.[0] ?? ''
}

/** The token of a path; null for a path outside of links. */
export function shareToken(path: string): string | null {
  return SHARE_PATH.exec(path)?.[1] ?? null
}
