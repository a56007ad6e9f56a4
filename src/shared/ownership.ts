/**
 * Proof that a website belongs to the owner of a crawl: a token of the owner and the host, published in a place that takes access to the
 * website.
 */
export const ownershipMethods = ['robots-txt', 'meta-tag', 'dns'] as const
export type OwnershipMethod = (typeof ownershipMethods)[number]

export const ownershipLabels: Record<OwnershipMethod, string> = {
  'robots-txt': 'a line of robots.txt',
  'meta-tag': 'a meta tag of the start page',
  dns: 'a DNS TXT record',
}

/** A token that was found, and when. */
export interface OwnershipProof {
  method: OwnershipMethod
  /** Host without www. that it proves; by DNS with all subdomains. */
  host: string
  atMs: number
}

/** Name of the meta tag, and what stands before the token elsewhere. */
export const OWNERSHIP_NAME = 'sitesounder-verification'

/** What is published for a token, by method. In robots.txt it is a comment, so that crawlers ignore it. */
export function publishedTokens(token: string): Record<OwnershipMethod, string> {
  return {
    'robots-txt': `# ${OWNERSHIP_NAME}: ${token}`,
    'meta-tag': `<meta name="${OWNERSHIP_NAME}" content="${token}">`,
    dns: `${OWNERSHIP_NAME}=${token}`,
  }
}

/** Whether a proof holds for every host of a crawl: `subdomains` as `siteMatcher` takes them. */
export function provesSubdomains(
  { method, host }: Pick<OwnershipProof, 'method' | 'host'>,
  subdomains: readonly string[],
) {
  const isProved = (name: string) => name === host || (method === 'dns' && name.endsWith(`.${host}`))
  return subdomains.every(
    name => (name.startsWith('*.') ? method === 'dns' : true) && isProved(name.replace(/^\*\./, '')),
  )
}

/** Part of the user agent of every crawl, so that operators of websites know who crawls. */
export const PRODUCT_IN_USER_AGENT = 'Sitesounder'
export const MAX_USER_AGENT = 200

/** Which visitors may choose the user agent, and whether robots.txt is obeyed. */
export const crawlerChoices = ['never', 'proved', 'always'] as const
export type CrawlerChoice = (typeof crawlerChoices)[number]
