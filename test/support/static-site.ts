import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
}
const REWRITTEN = new Set(['.html', '.xml', '.txt'])

/**
 * A folder with a built site, as static hosts serve it: `/dir` leads to `/dir/`, which is its index file, `/page` is `page.html`, and all
 * else is the `404.html` of the site. Links to the hosts that it was built for stay on the site.
 */
export async function serveStaticSite(
  folder: string,
  { hosts }: { hosts: readonly string[] },
): Promise<LoopbackServer> {
  const server = await serveHttp((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', server.origin)
    const found = resolve(folder, decoded(pathname))
    if (found === 'folder') {
      response.writeHead(301, { location: `${pathname}/${search}` }).end()
      return
    }
    const file = found ?? path.join(folder, '404.html')
    const extension = path.extname(file).toLowerCase()
    const type = TYPES[extension] ?? 'application/octet-stream'
    response.writeHead(found === null ? 404 : 200, { 'content-type': type })
    if (!existsSync(file)) response.end()
    else if (REWRITTEN.has(extension))
      response.end(onOrigin(readFileSync(file, 'utf8'), { hosts, origin: server.origin }))
    else response.end(readFileSync(file))
  })
  return server
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** The file of a path; 'folder' for one that lacks its slash, null where there is none. */
function resolve(folder: string, pathname: string): string | null {
  const file = path.join(folder, pathname)
  const isInside = file === folder || file.startsWith(folder + path.sep)
  if (!isInside || file.includes('\0')) return null
  const candidates = pathname.endsWith('/') ? [path.join(file, 'index.html')] : [file, `${file}.html`]
  const found = candidates.find(each => existsSync(each) && statSync(each).isFile())
  if (found !== undefined) return found
  return existsSync(path.join(file, 'index.html')) ? 'folder' : null
}

function onOrigin(text: string, { hosts, origin }: { hosts: readonly string[]; origin: string }): string {
  return hosts.reduce(
    (rewritten, host) => rewritten.replaceAll(`https://${host}`, origin).replaceAll(`http://${host}`, origin),
    text,
  )
}
