import * as z from 'zod/mini'
import { proxyJobSchema } from '#browser/proxy-messages.ts'
import { pageSpeedDevices, pageSpeedPhases, pageSpeedSchema } from '#shared/page-speed.ts'

/** What the server and the process that measures tell each other. */

/** The one thing that the process is told. */
export const lighthouseJobSchema = z.extend(z.pick(proxyJobSchema, { policy: true, hosts: true, maxBytes: true }), {
  url: z.string(),
  device: z.enum(pageSpeedDevices),
  executable: z.string(),
  environment: z.record(z.string(), z.string()),
  /** Private to this measurement; whoever made it removes it. */
  folder: z.string(),
})
export type LighthouseJob = z.infer<typeof lighthouseJobSchema>

export const fromLighthouseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phase'), phase: z.enum(pageSpeedPhases) }),
  /** The browser runs; its process group has this number. */
  z.object({ kind: z.literal('browser'), pid: z.number() }),
  z.object({ kind: z.literal('measured'), pageSpeed: pageSpeedSchema }),
  /** Lighthouse's own error. */
  z.object({ kind: z.literal('unmeasured'), code: z.string(), message: z.string() }),
  /** The page's own address, or one that it led to, could not be asked. */
  z.object({ kind: z.literal('out-of-reach'), reason: z.enum(['refused', 'unknown', 'unreachable']) }),
  z.object({ kind: z.literal('too-large') }),
  /** It cannot be started; `words` are its own last ones. */
  z.object({ kind: z.literal('browser-failed'), cause: z.string(), words: z.string() }),
  z.object({ kind: z.literal('broken'), cause: z.string() }),
])
export type FromLighthouse = z.infer<typeof fromLighthouseSchema>
