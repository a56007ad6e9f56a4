import * as z from 'zod/mini'

export const id = z.int()

/** ISO 8601 in UTC. */
export const timestamp = z.string()

export const messageSchema = z.object({ message: z.string() })

export const hopSchema = z.object({ url: z.string(), status: z.number(), location: z.string(), elapsedMs: z.number() })
