import * as z from 'zod/mini'
import type { TargetPolicy } from '#fetch/fetch.ts'

/** Messages between the driver of a browser and the thread of its proxy. */

const proxyServerSchema = z.object({
  protocol: z.enum(['http', 'https', 'socks5']),
  hostname: z.string(),
  port: z.number(),
  user: z.nullable(z.object({ name: z.string(), password: z.string() })),
})

export const proxyJobSchema = z.object({
  policy: z.object({
    targets: z.enum(['public', 'any']),
    allow: z.array(z.string()),
    outbound: z.optional(
      z.object({
        proxy: z.nullable(proxyServerSchema),
        crawlProxies: z.record(z.string(), proxyServerSchema),
        certificates: z.array(z.string()),
      }),
    ),
  }),
  /** Of a crawl that has chosen one. */
  route: z.optional(z.object({ proxy: z.string(), hostMap: z.array(z.string()) })),
  /** Names with their addresses, which are not resolved by the system: for tests. */
  hosts: z.record(z.string(), z.array(z.string())),
  /** Both ways together; what is more is cut off. */
  maxBytes: z.number(),
  username: z.string(),
  password: z.string(),
})
export type ProxyJob = z.infer<typeof proxyJobSchema>

const proxyReportSchema = z.object({
  kind: z.literal('report'),
  /** Why nothing came from a `host:port`, in the order of their first request; the first few. */
  troubles: z.array(z.tuple([z.string(), z.enum(['refused', 'unknown', 'unreachable'])])),
  /** More bytes came through than may: it has been cut off. */
  isExhausted: z.boolean(),
})
export type ProxyReport = z.infer<typeof proxyReportSchema>

export const fromProxySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.number(), greetingUrl: z.string() }),
  /** The reply to any message. */
  proxyReportSchema,
])
export type FromProxy = z.infer<typeof fromProxySchema>

/** The policy of crawls as messages have it. */
export function sentPolicy({ targets, allow, outbound }: TargetPolicy): ProxyJob['policy'] {
  const certificates = [...(outbound?.certificates ?? [])]
  return {
    targets,
    allow: [...allow],
    ...(outbound && { outbound: { ...outbound, crawlProxies: { ...outbound.crawlProxies }, certificates } }),
  }
}
