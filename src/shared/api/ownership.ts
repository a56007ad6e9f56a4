import * as z from 'zod/mini'
import { ownershipMethods } from '../ownership.ts'
import type { EndpointTable } from './contract.ts'
import { timestamp, typedUrl } from './values.ts'

const ownershipSchema = z.object({
  /** Host without www. that the token is for. */
  host: z.string(),
  token: z.string(),
  /** What to publish, by method: one of them is enough. */
  published: z.object({ 'robots-txt': z.string(), 'meta-tag': z.string(), dns: z.string() }),
  /** The proofs that were found; empty where the request did not say `isChecked`. */
  proofs: z.array(z.object({ method: z.enum(ownershipMethods), host: z.string(), foundAt: timestamp })),
})

export const ownershipEndpoints = {
  ownership: {
    access: 'anyone',
    scope: 'crawl',
    method: 'POST',
    path: '/api/ownership',
    body: z.object({
      url: typedUrl,
      isChecked: z._default(z.boolean('isChecked must be true or false'), false),
    }),
    response: ownershipSchema,
    tag: 'Websites',
    summary: 'The token that proves that a website is yours, and whether it is published',
    description:
      'A crawl may ignore robots.txt, or have a user agent of its own, where the website is proved to be yours: the token stands in robots.txt, ' +
      'in a meta tag in the head of the page at the root of the host, or in a DNS TXT record of the host or its domain. Only the last one holds for ' +
      'subdomains. The proof is looked for again when a crawl starts.',
    alsoFails: ['unavailable'],
    exampleBody: { url: 'https://example.com', isChecked: true },
  },
} as const satisfies EndpointTable
