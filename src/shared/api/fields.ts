import * as z from 'zod/mini'
import { MAX_FIELD_LENGTH, MAX_FIELDS } from '../custom-fields.ts'
import type { EndpointTable } from './contract.ts'
import { fieldValueSchema } from './pages.ts'
import { crawl } from './values.ts'

const NOT_LINES = 'The custom fields must be a list of texts'
const lines = z
  .array(z.string(NOT_LINES).check(z.maxLength(MAX_FIELD_LENGTH)), NOT_LINES)
  .check(z.maxLength(MAX_FIELDS, `At most ${MAX_FIELDS} custom fields`))

export const fieldEndpoints = {
  testFields: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/fields/:id/test',
    query: { crawl },
    body: z.object({ fields: lines, url: z.string() }),
    response: z.object({
      /** In the order of the lines. */
      fields: z.array(fieldValueSchema),
    }),
    tag: 'Results',
    summary: 'What custom fields read of a page',
    description:
      'Reads lines such as `Price = .price` of a page as the crawl has stored it, and changes nothing. A line that is no field, or whose selector is none, ' +
      'has an `error` with the place of the mistake.',
    exampleBody: { fields: ['Price = .price'], url: 'https://example.com/' },
  },
  readFields: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/fields/:id',
    query: { crawl },
    body: z.object({ fields: lines }),
    response: z.object({
      /** Pages whose fields have been read, of all that are stored. */
      pagesRead: z.number(),
      pageCount: z.number(),
      isComplete: z.boolean(),
    }),
    tag: 'Results',
    summary: 'Read custom fields of a crawl that has ended',
    description:
      'Replaces the custom fields of the crawl, and reads them of its stored pages: some hundred pages a call. Call it again with the same fields until ' +
      '`isComplete`; a reading that was interrupted goes on where it was. Later crawls of the website have the same fields.',
    exampleBody: { fields: ['Price = .price'] },
  },
} as const satisfies EndpointTable
