import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { acceptedCodings } from './text-response.ts'

/** Built files of the front end by URL. All there will ever be is read once: a request's path never reaches the file system. */
export type Assets = ReadonlyMap<string, Asset>

interface Asset {
  mediaType: string
  cacheControl: string
  plain: Variant
  /** Compressed when it was built. */
  br?: Variant
  gzip?: Variant
}

interface Variant {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.wasm', 'application/wasm'],
  ['.txt', 'text/plain; charset=utf-8'],
])
/** Built names carry a hash of what is in them, so what such a name stands for never changes. */
const HASHED_FOLDER = 'assets'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const A_DAY = 'public, max-age=86400'

/** Reads the files of the built front end: those at its root and those of `assets/`, with the `.br` and `.gz` beside them. */
export async function readAssets(folder: string): Promise<Assets> {
  const root = await readFolder(folder, { url: '/', cacheControl: A_DAY })
  const hashed = { url: `/${HASHED_FOLDER}/`, cacheControl: IMMUTABLE }
  return new Map([...root, ...(await readFolder(path.join(folder, HASHED_FOLDER), hashed))])
}

async function readFolder(folder: string, at: { url: string; cacheControl: string }): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = new Set(entries.filter(entry => entry.isFile()).map(entry => entry.name))
  const assets = new Map<string, Asset>()
  for (const name of names) {
    const mediaType = mediaTypes.get(path.extname(name))
    if (mediaType === undefined) continue
    const read = (suffix: string) => readVariant(path.join(folder, name + suffix))
    assets.set(at.url + name, {
      mediaType,
      cacheControl: at.cacheControl,
      plain: await read(''),
      ...(names.has(`${name}.br`) && { br: await read('.br') }),
      ...(names.has(`${name}.gz`) && { gzip: await read('.gz') }),
    })
  }
  return assets
}

async function readVariant(file: string): Promise<Variant> {
  const bytes = new Uint8Array(await readFile(file))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Serves GET for every asset and leaves all other URLs to what comes after it. */
export function serveAssets(assets: Assets): MiddlewareHandler {
  return async (context, next) => {
    const asset = assets.get(context.req.path)
    if (!asset || !READING_METHODS.has(context.req.method)) return next()
    const coding = chooseCoding(asset, context.req.header('accept-encoding') ?? '')
    const { bytes, etag } = (coding && asset[coding]) ?? asset.plain
    context.header('Cache-Control', asset.cacheControl)
    context.header('ETag', etag)
    context.header('Vary', 'Accept-Encoding')
    if (isKnown(etag, context.req.header('if-none-match') ?? '')) return context.body(null, 304)
    context.header('Content-Type', asset.mediaType)
    if (coding) context.header('Content-Encoding', coding)
    return context.body(bytes)
  }
}

/** Whether a client has that very text already, by the list of tags that it sends (RFC 9110 §13.1.2); proxies mark some as weak. */
function isKnown(etag: string, ifNoneMatch: string): boolean {
  const tags = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/** The best coding there is and the client takes (RFC 9110 §12.5.3); undefined for none. */
function chooseCoding(asset: Asset, acceptEncoding: string): 'br' | 'gzip' | undefined {
  const accepted = acceptedCodings(acceptEncoding)
  if (asset.br && accepted.has('br')) return 'br'
  return asset.gzip && accepted.has('gzip') ? 'gzip' : undefined
}
