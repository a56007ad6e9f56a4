import * as z from 'zod/mini'
import { lighthouseJobSchema } from './lighthouse-messages.ts'

/** What the process that measures and the thread of its proxy tell each other. */

export const proxyJobSchema = z.extend(z.pick(lighthouseJobSchema, { policy: true, hosts: true, maxBytes: true }), {
  username: z.string(),
  password: z.string(),
})
export type ProxyJob = z.infer<typeof proxyJobSchema>

const proxyReportSchema = z.object({
  kind: z.literal('report'),
  /** Why nothing came from a `host:port`, in the order of their first being asked; the first few. */
  troubles: z.array(z.tuple([z.string(), z.enum(['refused', 'unknown', 'unreachable'])])),
  /** More bytes came through than a measurement may have: it has been cut off. */
  isExhausted: z.boolean(),
})
export type ProxyReport = z.infer<typeof proxyReportSchema>

export const fromProxySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.number(), greetingUrl: z.string() }),
  /** The answer to any message. */
  proxyReportSchema,
])
export type FromProxy = z.infer<typeof fromProxySchema>
