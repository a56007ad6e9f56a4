import assert from 'node:assert/strict'
import { endpoints } from '#shared/api/endpoints.ts'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import { getAs, jsonPost, sha256, type Target } from './target.ts'

/** All users and visitors who have something to lose, and all that they can read of it. */

export interface Owner {
  name: string
  cookie: string
  websiteId: number
  crawlId: number
  /** Of an API key; 0 for a visitor, who has none. */
  keyId: number
  /** Stands in every response about what is theirs. */
  mark: string
}

export interface Scene {
  target: Target
  admin: Owner
  user: Owner
  visitor: Owner
}

const POLL_MS = 20

/** Each of them has crawled one page, whose URL is their mark. */
export async function openScene(target: Target, siteUrl: string): Promise<Scene> {
  const owner = async (name: string, cookie: string) => withCrawl(target, { name, cookie, siteUrl })
  return {
    target,
    admin: await owner('admin', await target.sessionOf('admin')),
    user: await owner('user', await target.sessionOf('user')),
    visitor: await owner('visitor', await target.newVisitor()),
  }
}

/** A key of the owner of the cookie, made through the API. */
export async function makeKey(
  target: Target,
  { cookie, scopes }: { cookie: string; scopes: ApiKeyScopes },
): Promise<{ id: number; secret: string }> {
  const request = jsonPost('/api/keys', { cookie, body: { name: 'for the run', scopes } })
  const response = await target.send(request)
  assert.equal(response.status, 200, response.body)
  const { apiKey, secret } = endpoints.addApiKey.response.parse(JSON.parse(response.body))
  // From here on no response may contain it, nor its stored hash.
  target.secrets.add(secret).add(sha256(secret))
  return { id: apiKey.id, secret }
}

async function withCrawl(
  target: Target,
  { name, cookie, siteUrl }: { name: string; cookie: string; siteUrl: string },
): Promise<Owner> {
  const mark = `only-for-the-${name}`
  const response = await target.send(
    jsonPost('/api/crawl', { cookie, body: { url: `${siteUrl}?${mark}`, crawlLimit: 1 } }),
  )
  assert.equal(response.status, 200, response.body)
  const { websiteId, crawlId } = endpoints.startCrawl.response.parse(JSON.parse(response.body))
  while ((await target.store.reading.crawl(crawlId))?.status !== 'complete')
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  const { id: keyId } = name === 'visitor' ? { id: 0 } : await makeKey(target, { cookie, scopes: 'read' })
  return { name, cookie, websiteId, crawlId, keyId, mark }
}

/** What the owners, the admin and the database say: the same before and after a request that changed nothing. */
export async function readState({ target, admin, user, visitor }: Scene): Promise<string[]> {
  const state: string[] = []
  for (const { cookie, websiteId } of [admin, user, visitor])
    for (const path of ['/api/session', '/api/websites', ...ownPaths(websiteId)]) {
      const { status, body } = await target.send(getAs(cookie, path))
      state.push(`${path} ${status} ${body}`)
    }
  const operations = await target.send(getAs(admin.cookie, '/api/operations'))
  const { storage, ...figures } = endpoints.operations.response.parse(JSON.parse(operations.body))
  state.push(JSON.stringify({ ...figures, quotaBytes: storage.quotaBytes }))
  state.push((await target.send(getAs(admin.cookie, '/api/users'))).body)
  for (const account of await target.store.accounts.list()) {
    state.push(JSON.stringify(account))
    const keys = await target.store.apiKeys.list(account.id)
    // Being used is no change.
    state.push(JSON.stringify(keys.map(key => ({ ...key, lastUsedMs: null }))))
  }
  for (const { websiteId } of [admin, user, visitor])
    state.push(JSON.stringify(await target.store.operations.website(websiteId)))
  return state
}

function ownPaths(websiteId: number): string[] {
  return ['crawl', 'pages', 'issues'].map(part => `/api/${part}/${websiteId}`)
}

/** Notes a success for each thing that changed. */
export async function unchanged(scene: Scene, before: readonly string[]): Promise<string | null> {
  const now = await readState(scene)
  const changed = now.findIndex((line, index) => line !== before[index])
  return changed < 0 ? null : `changed: ${before[changed]?.slice(0, 200)} → ${now[changed]?.slice(0, 200)}`
}
