import type { EndpointName } from '#shared/api/endpoints.ts'
import type { StreamName } from '#shared/api/streams.ts'
import { CRAWL_LIMIT_DEFAULT } from '#shared/constants.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { MAX_STRUCTURE_LINKS, MAX_STRUCTURE_PAGES } from '#shared/structure.ts'
import { rasterMediaTypes } from '../raster-image.ts'

/** What the contract has no place for: for people who write a client. */
export interface Words {
  tag: Tag
  summary: string
  description?: string
  /** Errors beyond those that follow from the row. */
  alsoFails?: readonly ErrorCode[]
  exampleBody?: unknown
  /** Headers of the answer, by name. */
  headers?: Readonly<Record<string, string>>
  /** Of files. */
  mediaTypes?: readonly string[]
}

export const tags = {
  Websites: 'What was crawled: each website belongs to one visitor or user, and is unknown to everybody else.',
  Results:
    'Pages and issues of a crawl. `{id}` is the website’s id; its newest crawl answers unless `crawl` names another.',
  'Page speed': 'Scores and Core Web Vitals of single pages. Errors here are JSON: `{message}`.',
  Files: 'Results to take away. They are sent while they are written; one that ends early breaks the connection.',
  'Signing in': 'Sessions of the browser, and API keys for programs.',
  Administration: 'For administrators alone.',
  Description: 'This description.',
} as const
export type Tag = keyof typeof tags

export const words: Readonly<Record<EndpointName | StreamName, Words>> = {
  listWebsites: { tag: 'Websites', summary: 'Your websites, the one crawled last first' },
  startCrawl: {
    tag: 'Websites',
    summary: 'Crawl an address',
    description:
      `\`crawlLimit\` is the number of pages to read, ${CRAWL_LIMIT_DEFAULT} when it is left out; the operator sets the maximum. ` +
      'An address that is being crawled already starts nothing: `isStarted` is then false. With `urls`, addresses of the same site, ' +
      'exactly these are visited, and no link is followed.',
    alsoFails: ['conflict', 'unavailable'],
    exampleBody: { url: 'https://example.com', crawlLimit: 100 },
  },
  crawlResult: {
    tag: 'Results',
    summary: 'How a crawl goes or went, with its sums',
    description: 'Ask again while `status` is not `complete`.',
  },
  clearCrawl: { tag: 'Websites', summary: 'Delete a website with all its crawls' },
  stopCrawl: { tag: 'Websites', summary: 'Stop the crawl that runs; what it has read stays' },
  pauseCrawl: {
    tag: 'Websites',
    summary: 'Let the crawl rest until it is resumed, whatever happens to the server meanwhile',
    alsoFails: ['conflict'],
  },
  resumeCrawl: { tag: 'Websites', summary: 'Let a crawl that rests go on where it was', alsoFails: ['conflict'] },
  listPages: {
    tag: 'Results',
    summary: 'The pages list',
    headers: { 'X-Total-Count': 'How many rows the filters let through.' },
  },
  pageDetail: {
    tag: 'Results',
    summary: 'Everything known about one address',
    description: 'Long lists are cut; each has its `total` beside it.',
  },
  pageLinks: { tag: 'Results', summary: 'Links to one address, or the links of one page' },
  structure: {
    tag: 'Results',
    summary: 'The pages as a tree of their paths, with links between them',
    description:
      `At most ${MAX_STRUCTURE_PAGES} pages, those nearest to the start page, and ${MAX_STRUCTURE_LINKS} links: of each page, those to the ` +
      'pages with the fewest links, since what stands in every navigation tells little. Columns of one length: page i is the i-th ' +
      'entry of each.',
  },
  listIssues: { tag: 'Results', summary: 'The issues list, the most severe first' },
  websiteSettings: {
    tag: 'Websites',
    summary: 'What is decided about the issues of a website: mutes, checks that are switched off, severities',
  },
  setCheck: {
    tag: 'Websites',
    summary: 'Switch a check off or on for a website, or change its severity',
    description:
      'Holds for the newest crawl that has ended, which is brought into line before the answer, and for all crawls from now on.',
    exampleBody: { checkId: 'title-too-long', isOff: false, severity: 'info' },
  },
  setThresholds: {
    tag: 'Websites',
    summary: 'Set the numbers that a check judges the pages of a website by',
    description:
      'Replaces those of the check: what is not named is as the check comes, and `GET /api/checks` tells what there is. Crawls take ' +
      'them along when they begin, so they hold from the next crawl on.',
    exampleBody: { checkId: 'title-too-long', values: [{ name: 'maxWidth', value: 70 }] },
  },
  addMute: {
    tag: 'Websites',
    summary: 'Mute issues of a website, with a reason',
    description:
      'By check, by address or both. `pattern` is the address that issues are listed under, with `*` for any run of characters; one ' +
      'that begins with `/` is of the website. Muted issues leave the report and its sums, and are listed as muted.',
    alsoFails: ['conflict'],
    exampleBody: { checkId: 'title-too-long', pattern: '/archive/*', reason: 'The archive stays as it is' },
  },
  removeMute: {
    tag: 'Websites',
    summary: 'Take a mute back; its issues return',
    exampleBody: { muteId: 1 },
  },
  suppressedIssues: { tag: 'Results', summary: 'Issues that are muted, or whose check is switched off' },
  checkAgain: {
    tag: 'Results',
    summary: 'Check one issue of the newest crawl again',
    description:
      'Its addresses are asked anew and judged by the same rules, soon after the answer: ask for the state until it is `done` or ' +
      '`failed`. An issue that is found to be fixed leaves the report. What only a whole crawl can tell is refused.',
    alsoFails: ['conflict'],
    exampleBody: { issueId: 1 },
  },
  issueChecks: { tag: 'Results', summary: 'Whether an issue can be checked again, and what came of it so far' },
  issueHistory: { tag: 'Results', summary: 'What the kept crawls of a website say of one issue' },
  fixedIssues: { tag: 'Results', summary: 'Issues that were checked again and have left the report: they are fixed' },
  clearCache: { tag: 'Websites', summary: 'Forget what is computed from a crawl; it is computed again when needed' },
  listChecks: { tag: 'Results', summary: 'What every crawl is checked for, why it matters and how it is fixed' },

  pageSpeed: {
    tag: 'Page speed',
    summary: 'Measure the speed of one page',
    description:
      'Held until there is a result, up to two minutes once it is its turn; leaving cancels it. A result of the last hour is answered ' +
      'at once unless `refresh` is true. `provider` says who measured: Google PageSpeed Insights, or Lighthouse on this server.',
    alsoFails: ['unprocessable', 'bad-gateway', 'unavailable', 'timed-out'],
  },
  pageSpeedProgress: { tag: 'Page speed', summary: 'How far a measurement of yours is' },
  pageSpeedStatus: { tag: 'Page speed', summary: 'Whether a key for PageSpeed Insights is set and accepted' },

  login: {
    tag: 'Signing in',
    summary: 'Sign in',
    description: 'The answer sets the session’s cookie. What a visitor had crawled then belongs to the user.',
    alsoFails: ['unauthorized', 'unavailable'],
  },
  logout: { tag: 'Signing in', summary: 'Sign out' },
  session: { tag: 'Signing in', summary: 'Who is signed in, or whose API key it is; `user` is null for nobody' },
  changePassword: {
    tag: 'Signing in',
    summary: 'Change your password; ends your other sessions',
    alsoFails: ['forbidden', 'unavailable'],
  },
  listApiKeys: { tag: 'Signing in', summary: 'Your API keys' },
  addApiKey: {
    tag: 'Signing in',
    summary: 'Make an API key',
    description:
      '`secret` is the key. It is told this once: send it as `Authorization: Bearer <secret>`. A key with `read` reads, one with ' +
      '`read+crawl` starts, stops and clears crawls as well.',
    alsoFails: ['conflict'],
    exampleBody: { name: 'Build server', scopes: 'read', expiresInDays: 90 },
  },
  revokeApiKey: { tag: 'Signing in', summary: 'Revoke an API key' },

  diagnostics: { tag: 'Administration', summary: 'What is stored about a crawl of your own, as it is stored' },
  operations: { tag: 'Administration', summary: 'What runs, waits and failed; storage; recent errors' },
  stopAnyCrawl: { tag: 'Administration', summary: 'Stop anybody’s crawl; `{id}` is the crawl’s' },
  clearAnyWebsite: { tag: 'Administration', summary: 'Delete anybody’s website' },
  listUsers: { tag: 'Administration', summary: 'All users' },
  addUser: {
    tag: 'Administration',
    summary: 'Add a user',
    description: 'Without a password one is generated, and told in the answer this once.',
    alsoFails: ['conflict', 'unavailable'],
    exampleBody: { username: 'ann', role: 'user' },
  },
  resetPassword: {
    tag: 'Administration',
    summary: 'Set a user’s password; ends all sessions and API keys of that user',
    alsoFails: ['unavailable'],
  },
  disableUser: {
    tag: 'Administration',
    summary: 'Keep a user from signing in; ends all sessions and API keys of that user',
    alsoFails: ['conflict', 'unavailable'],
  },
  enableUser: { tag: 'Administration', summary: 'Let a user sign in again', alsoFails: ['unavailable'] },

  exportCrawl: {
    tag: 'Files',
    summary: 'Export issues, pages, links, images or the whole report',
    description: 'Lists take the filters of the screens; a filter that has no effect on what is asked for is refused.',
    mediaTypes: ['text/csv', 'application/json', 'application/xml', 'application/sarif+json'],
  },
  sitemap: {
    tag: 'Files',
    summary: 'XML sitemap of the pages that may be indexed',
    description: 'Above 50,000 addresses or 50 MB, an index of its parts.',
    mediaTypes: ['application/xml', 'application/gzip'],
  },
  report: {
    tag: 'Files',
    summary: 'The report to hand over, complete in one file',
    alsoFails: ['unavailable'],
    mediaTypes: ['text/html', 'application/pdf'],
  },
  thumbnail: {
    tag: 'Files',
    summary: 'A picture of a crawled page, as its server sends it now',
    description:
      'PNG, JPEG, GIF, WebP, AVIF, BMP and ICO up to 2 MB. Where there is none to show, the answer is JSON with a `message` that says why.',
    alsoFails: ['unavailable'],
    mediaTypes: [...rasterMediaTypes, 'application/json'],
  },
  openApi: { tag: 'Description', summary: 'This description as OpenAPI 3.1', mediaTypes: ['application/json'] },
  docs: { tag: 'Description', summary: 'This description as a page to read', mediaTypes: ['text/html'] },
}
