import * as z from 'zod/mini'
import { proxyJobSchema } from '#browser/proxy-messages.ts'
import { pageSpeedDevices, pageSpeedPhases, pageSpeedSchema } from '#shared/page-speed.ts'

/** Messages between the server and the measuring process. */

/** The job of the process. */
export const lighthouseJobSchema = z.extend(z.pick(proxyJobSchema, { policy: true, hosts: true, maxBytes: true }), {
  url: z.string(),
  device: z.enum(pageSpeedDevices),
  executable: z.string(),
  sandbox: z.enum(['required', 'off']),
  yieldsToCrawls: z.boolean(),
  environment: z.record(z.string(), z.string()),
  /** Private to this measurement; its creator removes it. */
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
  /** The page's URL, or one that it redirected to, could not be reached. */
  z.object({ kind: z.literal('out-of-reach'), reason: z.enum(['refused', 'unknown', 'unreachable']) }),
  z.object({ kind: z.literal('too-large') }),
  z.object({ kind: z.literal('too-much-memory') }),
  /** It cannot be started; `words` is the end of its error output. */
  z.object({ kind: z.literal('browser-failed'), cause: z.string(), words: z.string() }),
  z.object({ kind: z.literal('broken'), cause: z.string() }),
])
export type FromLighthouse = z.infer<typeof fromLighthouseSchema>
