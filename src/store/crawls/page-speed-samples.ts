import { loadPatiently } from '#shared/load-patiently.ts'
import type { PageSpeed } from '#shared/page-speed.ts'
import type { PageSpeedSample, SampledSpeed, SampleGroup } from '#shared/page-speed-sample.ts'
import type { MeasuredPage } from '#shared/site-facts.ts'
import { batches } from '../database/batches.ts'
import type { ClaimedDatabase, CrawlDatabase } from '../database/database.ts'
import { fencedWrite, readClaimedCrawl } from '../database/fenced.ts'

export interface PageSpeedPlan {
  groups: readonly { name: string; exampleUrl: string; pages: number; templates: number }[]
  /** In the order of measuring; `group` is a position in `groups`. */
  chosen: readonly { url: string; group: number }[]
}

export type MeasuredPageSpeed = { url: string } & ({ ok: true; pageSpeed: PageSpeed } | { ok: false; message: string })

/** A result is some ten or hundred kilobytes long. */
const BATCH_SIZE = 5

/** Stores the pages that represent the others, in one transaction. A stored plan is not changed. */
export async function planPageSpeed(claimed: ClaimedDatabase, plan: PageSpeedPlan): Promise<void> {
  await fencedWrite(claimed, {
    async write({ transaction, crawlId }) {
      for (const [position, group] of plan.groups.entries()) {
        const row = {
          crawl_id: crawlId,
          position,
          name: group.name,
          example_url: group.exampleUrl,
          page_count: group.pages,
          template_count: group.templates,
        }
        await transaction.insertInto('page_speed_group').values(row).execute()
      }
      for (const [position, { url, group }] of plan.chosen.entries()) {
        const row = { crawl_id: crawlId, position, group_position: group, url, state: 'waiting', message: '' } as const
        await transaction.insertInto('page_speed_sample').values(row).execute()
      }
    },
  })
}

/** URLs that are still to be measured, in order; null without a plan. */
export async function readPageSpeedQueue(claimed: ClaimedDatabase): Promise<string[] | null> {
  const { db, claim } = claimed
  await readClaimedCrawl(claimed, ['id'])
  const chosen = await db
    .selectFrom('page_speed_sample')
    .select(['url', 'state'])
    .where('crawl_id', '=', claim.crawlId)
    .orderBy('position')
    .execute()
  return chosen.length === 0 ? null : chosen.filter(({ state }) => state === 'waiting').map(({ url }) => url)
}

export async function commitPageSpeed(claimed: ClaimedDatabase, measured: readonly MeasuredPageSpeed[]): Promise<void> {
  // Loaded on use: see page-speed.ts.
  const { sampledSpeedSchema } = await loadPatiently(() => import('#shared/page-speed-sample.ts'))
  await fencedWrite(claimed, {
    changes: { idle_claims: 0 },
    async write({ transaction, crawlId }) {
      for (const each of measured) {
        const changes = each.ok
          ? ({
              state: 'measured',
              figures: JSON.stringify(sampledSpeedSchema.parse(each.pageSpeed)),
              result: JSON.stringify(each.pageSpeed),
            } as const)
          : ({ state: 'failed', message: each.message } as const)
        await transaction
          .updateTable('page_speed_sample')
          .set(changes)
          .where('crawl_id', '=', crawlId)
          .where('url', '=', each.url)
          .where('state', '=', 'waiting')
          .execute()
      }
    },
  })
}

/** Which pages were measured and which others they represent; null without a sample, or without pages. */
export async function readPageSpeedSample({ db, crawlId }: CrawlDatabase): Promise<PageSpeedSample | null> {
  const groups = await db
    .selectFrom('page_speed_group')
    .select(['name', 'example_url', 'page_count', 'template_count'])
    .where('crawl_id', '=', crawlId)
    .orderBy('position')
    .execute()
  if (groups.length === 0) return null
  const chosen = await db
    .selectFrom('page_speed_sample')
    .select(['group_position', 'url', 'state', 'message', 'figures'])
    .where('crawl_id', '=', crawlId)
    .orderBy('position')
    .execute()
  const sampleGroups: SampleGroup[] = groups.map(group => ({
    name: group.name,
    exampleUrl: group.example_url,
    pages: group.page_count,
    templates: group.template_count,
    measured: [],
    failed: [],
  }))
  for (const { group_position, url, state, message, figures } of chosen) {
    const group = sampleGroups[group_position]
    if (state === 'failed') group?.failed.push({ url, message })
    if (figures !== null) group?.measured.push(unpackFigures(figures))
  }
  const having = (state: string) => chosen.filter(each => each.state === state).length
  return {
    pages: sampleGroups.reduce((sum, { pages }) => sum + pages, 0),
    measured: having('measured'),
    failed: having('failed'),
    waiting: having('waiting'),
    groups: sampleGroups,
  }
}

function unpackFigures(json: string): SampledSpeed {
  return JSON.parse(json)
}

export async function countMeasuredPages({ db, crawlId }: CrawlDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('page_speed_sample')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('crawl_id', '=', crawlId)
    .where('state', '=', 'measured')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Measured pages with their full results, in the order of measuring. */
export async function* readMeasuredPages({ db, crawlId }: CrawlDatabase): AsyncGenerator<MeasuredPage[]> {
  const rows = batches({
    after: -1,
    read: (after: number) =>
      db
        .selectFrom('page_speed_sample as sample')
        .innerJoin('page_speed_group as alike', join =>
          join.onRef('alike.crawl_id', '=', 'sample.crawl_id').onRef('alike.position', '=', 'sample.group_position'),
        )
        .select(['sample.position', 'sample.url', 'sample.result', 'alike.name', 'alike.page_count'])
        .where('sample.crawl_id', '=', crawlId)
        .where('sample.result', 'is not', null)
        .where('sample.position', '>', after)
        .orderBy('sample.position')
        .limit(BATCH_SIZE)
        .execute(),
    keyOf: row => row.position,
  })
  for await (const batch of rows) {
    yield batch.flatMap(({ url, result, name, page_count }) => {
      if (result === null) return []
      const pageSpeed: PageSpeed = JSON.parse(result)
      return [{ url, pageSpeed, template: name, templatePages: page_count }]
    })
  }
}
