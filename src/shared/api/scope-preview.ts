import * as z from 'zod/mini'
import { crawlDelaySchema } from '../crawl-delay.ts'
import { chosenOptionsSchema } from '../crawl-options.ts'
import { skipReasons } from '../model.ts'
import { MAX_PREVIEWED_URLS, previewResults } from '../previewed-urls.ts'
import type { EndpointTable } from './contract.ts'
import { typedUrl } from './values.ts'

const LIST_NOT_LINES = 'The URLs must be a list of texts'

export const scopePreviewSchema = z.object({
  /** Whether the crawl would obey robots.txt. */
  obeysRobots: z.boolean(),
  /** The files that were fetched for the preview. */
  robotsFiles: z.array(z.object({ url: z.string(), statusCode: z.nullable(z.number()), note: z.string() })),
  /** As robots.txt of the start URL sets it; null where it sets none, or is not obeyed. */
  crawlDelay: z.nullable(crawlDelaySchema),
  urls: z.array(
    z.object({
      url: z.string(),
      /** Without the parameters that the crawl drops. */
      requestedUrl: z.string(),
      /** `status-only`: only its status is requested, where a page links to it. */
      result: z.enum(previewResults),
      /** null for one that is visited. */
      reason: z.nullable(z.enum(skipReasons)),
      /** What decides: a rule, a line of robots.txt, a folder or a depth; of one that is visited, under which condition; '' where that is clear. */
      rule: z.string(),
      /** Crawl depth in the last crawl of the same website; null where it is not known. */
      depth: z.nullable(z.number()),
    }),
  ),
})
export type ScopePreviewResponse = z.infer<typeof scopePreviewSchema>

export const scopePreviewEndpoints = {
  previewScope: {
    access: 'anyone',
    scope: 'crawl',
    method: 'POST',
    path: '/api/scope-preview',
    body: z.object({
      url: typedUrl,
      urls: z
        .array(z.string(LIST_NOT_LINES), LIST_NOT_LINES)
        .check(z.maxLength(MAX_PREVIEWED_URLS, `At most ${MAX_PREVIEWED_URLS} URLs are previewed at once`)),
      ...chosenOptionsSchema.shape,
    }),
    response: scopePreviewSchema,
    tag: 'Websites',
    summary: 'What a crawl with these options would do with URLs',
    description:
      'Takes the options of `POST /api/crawl`; `urls` are URLs, or paths of the website. The code of crawls decides, and nothing but robots.txt is requested. ' +
      'Crawl depths are those of the last crawl of the same website, as far as it has the URLs.',
    alsoFails: ['unavailable'],
    exampleBody: { url: 'https://example.com', urls: ['/blog/a', '/admin'], exclude: ['/admin'] },
  },
} as const satisfies EndpointTable
