import * as z from 'zod/mini'
import { credentialsSchema, describedCredentialsSchema } from '../credentials.ts'
import type { EndpointTable } from './contract.ts'

/** What is stored for a website, without any secret; null where nothing is. */
const storedCredentialsSchema = z.object({ credentials: z.nullable(describedCredentialsSchema) })

export const credentialEndpoints = {
  websiteCredentials: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/websites/:id/credentials',
    response: storedCredentialsSchema,
    tag: 'Websites',
    summary: 'Which credentials are stored for a website: origins and names, never values',
  },
  setCredentials: {
    access: 'website',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/credentials',
    body: credentialsSchema,
    response: storedCredentialsSchema,
    tag: 'Websites',
    summary: 'Store the credentials that the crawls of a website send, in place of those that are stored',
    description:
      'For signed-in users only. They are encrypted, sent to the listed `origins` and to no other, and no response returns them. ' +
      '`user` is for basic and digest authentication. A running crawl keeps those that it began with.',
    alsoFails: ['unauthorized', 'unavailable'],
    exampleBody: { origins: ['https://staging.example.com'], user: { name: 'ann', password: 'example' } },
  },
  deleteCredentials: {
    access: 'website',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/credentials/delete',
    response: storedCredentialsSchema,
    tag: 'Websites',
    summary: 'Delete the credentials of a website; crawls that need them end',
  },
} as const satisfies EndpointTable
