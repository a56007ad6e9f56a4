import { setTimeout as sleep } from 'node:timers/promises'
import type { McpServer, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import { AppError } from '#shared/errors.ts'
import type { McpApi } from './api.ts'
import { newNonce } from './data-block.ts'
import { errorReply, type Reply } from './reply.ts'

/** What every tool works with. */
export interface ToolDeps {
  api: McpApi
  /** Of a cryptographic generator. */
  randomBytes: (size: number) => Uint8Array
  log: (event: string, cause: unknown) => void
  /** Aborts when the client cancels by other means than those of the connection. */
  cancelled?: AbortSignal
  /** Called when a tool begins, and when it has responded: not for a call that is refused before. */
  begun?: () => void
  ended?: () => void
}

/** One call of a tool. */
export interface ToolCall {
  api: McpApi
  nonce: string
  /** Aborts when the client cancels the call or goes away. */
  signal: AbortSignal
  /** Resolves after so many milliseconds, at once when the call is cancelled. */
  pause(ms: number): Promise<void>
  /** To a client that wants progress notifications. The message must hold nothing that was crawled. */
  progress(done: number, total: number, message: string): Promise<void>
}

interface Definition<Input> {
  name: string
  title: string
  description: string
  input: z.ZodMiniType<Input>
  annotations: Required<Omit<ToolAnnotations, 'title'>>
  run(input: Input, call: ToolCall): Promise<Reply>
}

/** Adds the tool to a server. */
export type Tool = (server: McpServer, deps: ToolDeps) => void

/** Only looks at stored results. */
export const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Makes a tool of its definition: names, descriptions and annotations are constants, so that nothing crawled can reach them. */
export function tool<Input>({ name, title, description, input, annotations, run }: Definition<Input>): Tool {
  const inputSchema = standardSchema(input)
  return (server, { api, randomBytes, log, cancelled, begun, ended }) => {
    server.registerTool(name, { title, description, inputSchema, annotations }, async (given, { mcpReq }) => {
      const nonce = newNonce(randomBytes)
      const { notify } = mcpReq
      const signal = cancelled ? AbortSignal.any([mcpReq.signal, cancelled]) : mcpReq.signal
      const progressToken = mcpReq._meta?.progressToken
      begun?.()
      try {
        return await run(given, {
          api,
          nonce,
          signal,
          pause: ms => pause(ms, signal),
          async progress(done, total, message) {
            if (progressToken === undefined || signal.aborted) return
            const params = { progressToken, progress: done, total, message }
            await notify({ method: 'notifications/progress', params })
          },
        })
      } catch (error) {
        if (error instanceof AppError) return errorReply(error.message, nonce)
        log(`the tool ${name} failed`, error)
        return errorReply('Internal error. Its cause is in the log of the server.', nonce)
      } finally {
        ended?.()
      }
    })
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** The schemas of this project do not bring the JSON Schema that the protocol lists. */
export function standardSchema<Input>(schema: z.ZodMiniType<Input>): StandardSchemaWithJSON<Input, Input> {
  // Without the name of the dialect, which is the default of the protocol: it would be a part of every tool.
  const jsonSchema = () => {
    const { $schema: _, ...described } = z.toJSONSchema(schema)
    return described
  }
  const { version, vendor, validate } = schema['~standard']
  return { '~standard': { version, vendor, validate, jsonSchema: { input: jsonSchema, output: jsonSchema } } }
}
