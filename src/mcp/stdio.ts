import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer } from './server.ts'
import type { ToolDeps } from './tool.ts'

/** Serves the client at the other end of standard input and output. */
export function serveMcpStdio(deps: ToolDeps): { close(): Promise<void> } {
  return serveStdio(() => createMcpServer(deps), {
    onerror: error => deps.log('a message of the client was refused', error),
  })
}
