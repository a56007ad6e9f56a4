import * as z from 'zod/mini'
import { chosenOptionsSchema } from '../crawl-options.ts'
import { credentialsSchema, describedCredentialsSchema } from '../credentials.ts'
import { URL_INVALID } from '../start-url.ts'
import type { EndpointTable } from './contract.ts'

/** What is stored for a website, without any secret; null where nothing is. */
const storedCredentialsSchema = z.object({ credentials: z.nullable(describedCredentialsSchema) })

const accessTestSchema = z.object({
  url: z.string(URL_INVALID).check(z.trim(), z.minLength(1, URL_INVALID)),
  credentials: credentialsSchema,
  /** As of the crawl that would have them: without, a website before its launch would be confused with the published one. */
  ...z.pick(chosenOptionsSchema, { hostMap: true, proxy: true }).shape,
})

const accessTestResultSchema = z.object({
  isAccepted: z.boolean(),
  /** What happened, as a sentence. */
  message: z.string(),
  /** The beginning of the text of the last page, without any value of the credentials. */
  shown: z.string(),
})

export const credentialEndpoints = {
  testAccess: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/access-test',
    body: accessTestSchema,
    response: accessTestResultSchema,
    tag: 'Websites',
    summary: 'Test whether a website accepts credentials',
    description:
      'Signs in where they say how, then requests the start page `url`, by the `proxy` and `hostMap` of a crawl. Nothing is stored, and the response has no value of the credentials.',
    alsoFails: ['too-many'],
    exampleBody: {
      url: 'https://www.example.com/',
      credentials: {
        origins: ['https://www.example.com'],
        signIn: {
          url: 'https://www.example.com/login',
          steps: [
            {
              fields: [
                { field: 'username', value: 'ann' },
                { field: 'current-password', value: 'example' },
              ],
            },
          ],
        },
      },
    },
  },
  websiteCredentials: {
    access: 'own',
    scope: 'read',
    method: 'GET',
    path: '/api/websites/:id/credentials',
    response: storedCredentialsSchema,
    tag: 'Websites',
    summary: 'Which credentials are stored for a website: origins and names, never values',
  },
  setCredentials: {
    access: 'own',
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
    access: 'own',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/credentials/delete',
    response: storedCredentialsSchema,
    tag: 'Websites',
    summary: 'Delete the credentials of a website; crawls that need them end',
  },
} as const satisfies EndpointTable
