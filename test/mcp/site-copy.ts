import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sitePages, startDemoSite } from '#demo-site/site.ts'
import { serveHttp } from '#fetch/test-server.ts'

/** A copy of the demo site, whose HTML pages are files that a test may edit. */
export interface SiteCopy extends AsyncDisposable {
  /** URL of the start page. */
  url: string
  /** The file of a page. */
  fileOf(url: string): string
}

/** What is no page, such as images and redirects, comes from the demo site itself. */
export async function startSiteCopy(folder: string): Promise<SiteCopy> {
  await using parts = new AsyncDisposableStack()
  const demo = parts.use(await startDemoSite())
  const { origin } = new URL(demo.url)
  const fileOf = (pathname: string) => path.join(folder, `${encodeURIComponent(pathname)}.html`)
  mkdirSync(folder, { recursive: true })
  const types = new Map<string, string>()
  for (const page of sitePages) {
    const response = await fetch(origin + page.path, { redirect: 'manual' })
    const type = response.headers.get('content-type') ?? ''
    if (response.status !== 200 || !type.startsWith('text/html')) continue
    writeFileSync(fileOf(page.path), (await response.text()).replaceAll(origin, OWN_ORIGIN))
    types.set(page.path, type)
  }
  const server = parts.use(
    await serveHttp(async ({ url = '/', method = 'GET' }, response) => {
      const own = `http://${new URL(server.origin).host}`
      const type = types.get(url)
      if (type !== undefined && existsSync(fileOf(url))) {
        response
          .writeHead(200, { 'content-type': type })
          .end(readFileSync(fileOf(url), 'utf8').replaceAll(OWN_ORIGIN, own))
        return
      }
      const original = await fetch(origin + url, { method, redirect: 'manual' }).catch(() => null)
      if (original === null) {
        response.destroy()
        return
      }
      const headers = Object.fromEntries(
        [...original.headers]
          .filter(([name]) => KEPT_HEADERS.has(name))
          .map(([name, value]) => [name, value.replaceAll(origin, own)]),
      )
      response.writeHead(original.status, headers).end(Buffer.from(await original.arrayBuffer()))
    }),
  )
  const standing = parts.move()
  return {
    url: `${server.origin}/`,
    fileOf: url => fileOf(new URL(url).pathname),
    [Symbol.asyncDispose]: () => standing.disposeAsync(),
  }
}

/** In the files, for the origin under which they are served. */
const OWN_ORIGIN = 'http://copy.invalid'
const KEPT_HEADERS = new Set(['content-type', 'location', 'cache-control', 'www-authenticate', 'x-robots-tag', 'link'])
