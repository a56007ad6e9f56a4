/** The order of this screen, for its export. */
import * as z from 'zod/mini'
import type { Arrangement } from '../../queries/arranged-export.ts'
import { sortBrokenLinks } from './broken-link-order.ts'

const entrySchema = z.object({
  details: z.object({
    highPrioritySource: z.optional(z.boolean()),
    referringSources: z.optional(z.array(z.string())),
  }),
})

export const byImportance: Arrangement = {
  order: entries =>
    sortBrokenLinks(
      entries.map((entry, place) => {
        const { details } = entrySchema.parse(entry)
        return { place, details, referringSources: details.referringSources ?? [] }
      }),
    ).map(({ place }) => place),
  view: { sort: 'importance' },
}
