import { text } from 'node:stream/consumers'
import { serveHttp } from '#fetch/test-server.ts'

interface ApiServer extends AsyncDisposable {
  /** Those of a command that calls it. */
  settings: { server: string; 'api-key': string }
  /** Method and path with the query, and the body where there is one. */
  requests: [call: string, body?: unknown][]
}

/** Responds as a running server does to commands that call it: by method and path. */
export async function serveApi(responses: Readonly<Record<string, unknown>>): Promise<ApiServer> {
  const requests: ApiServer['requests'] = []
  const server = await serveHttp(async (request, response) => {
    const call = `${request.method} ${request.url}`
    const body = await text(request)
    requests.push(body === '' ? [call] : [call, JSON.parse(body)])
    const found = responses[call.replace(/\?.*$/, '')]
    response.writeHead(found === undefined ? 404 : 200).end(found === undefined ? 'Not found' : JSON.stringify(found))
  })
  return {
    settings: { server: server.origin, 'api-key': 'snd_x' },
    requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
