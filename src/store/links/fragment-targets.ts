import type { PageFacts } from '#shared/facts.ts'
import { MAX_IDS_PER_PAGE } from '#shared/limits.ts'
import type { CrawlDatabase } from '../database/schema.ts'
import { unpackIds } from '../pages/page-texts.ts'

/** Ids kept in memory, of all targets together. */
const MAX_CACHED_IDS = 200_000
/** Each may have MAX_IDS_PER_PAGE ids. */
const TARGETS_AT_ONCE = 50
const HTTP_OK = 200

/** A page that links with a fragment lead to. */
export interface FragmentTarget {
  url: string
  /** null for a target of which no absence can be proved. */
  ids: ReadonlySet<string> | null
}

const unprovable: FragmentTarget = { url: '', ids: null }

/** Asks for each target once, as long as it is remembered; those unused for longest are forgotten first. */
export class FragmentTargets {
  readonly #crawl: CrawlDatabase
  readonly #cache = new Map<number, FragmentTarget>()
  #size = 0

  constructor(crawl: CrawlDatabase) {
    this.#crawl = crawl
  }

  /** Asks at once for the first of those that will be wanted: most pages name parts of themselves, each another target. */
  async prepare(urlIds: Iterable<number>): Promise<void> {
    const unknown = Iterator.from(urlIds).filter(id => !this.#cache.has(id))
    const ids = [...new Set(unknown)].slice(0, TARGETS_AT_ONCE)
    if (ids.length === 0) return
    const targets = await readTargets(this.#crawl, ids)
    for (const id of ids) this.#remember(id, targets.get(id) ?? unprovable)
  }

  async of(urlId: number): Promise<FragmentTarget> {
    if (!this.#cache.has(urlId)) await this.prepare([urlId])
    const target = this.#cache.get(urlId) ?? unprovable
    this.#remember(urlId, target)
    return target
  }

  #remember(urlId: number, target: FragmentTarget): void {
    if (!this.#cache.delete(urlId)) this.#size += sizeOf(target)
    this.#cache.set(urlId, target)
    for (const [oldestId, oldest] of this.#cache) {
      if (this.#size <= MAX_CACHED_IDS || oldestId === urlId) break
      this.#cache.delete(oldestId)
      this.#size -= sizeOf(oldest)
    }
  }
}

function sizeOf(target: FragmentTarget): number {
  return 1 + (target.ids?.size ?? 0)
}

async function readTargets(
  { db, crawlId }: CrawlDatabase,
  urlIds: readonly number[],
): Promise<Map<number, FragmentTarget>> {
  const pages = await db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .select(['url.id', 'url.url', 'url.scope', 'url.is_challenge', 'page.is_eligible', 'page_body.ids'])
    // Long, and needed of few.
    .select(({ eb, ref }) => eb.case().when('page.is_eligible', '=', 0).then(ref('page_body.facts')).end().as('facts'))
    .where('page.crawl_id', '=', crawlId)
    .where('page.url_id', 'in', urlIds)
    .where('page.status', '=', HTTP_OK)
    .where('page_body.facts', 'is not', null)
    .execute()
  return new Map(pages.map(page => [page.id, toTarget(page)]))
}

interface TargetRow {
  url: string
  scope: 'internal' | 'external'
  is_challenge: number
  ids: Uint8Array | null
  /** Of pages that are not eligible. */
  facts: Uint8Array | null
}

function toTarget({ url, scope, is_challenge, ids: packed, facts }: TargetRow): FragmentTarget {
  if (packed === null) return unprovable
  const isProvable = scope === 'internal' && is_challenge === 0 && (facts === null || !mayLackIds(facts))
  const ids = isProvable ? unpackIds(packed) : []
  // A list that was cut says nothing about what is not in it.
  return { url, ids: isProvable && ids.length < MAX_IDS_PER_PAGE ? new Set(ids) : null }
}

/** Drawn by scripts that were not run, or broken off. Eligible pages never are; of the few others the facts are read. */
function mayLackIds(facts: Uint8Array): boolean {
  const { isAppShell, response }: Pick<PageFacts, 'isAppShell' | 'response'> = JSON.parse(
    new TextDecoder().decode(facts),
  )
  return isAppShell || response.isCutOff === true
}
