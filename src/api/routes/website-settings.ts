import { changedThresholds, isCheckId, thresholdsProblem } from '#report/check-list.ts'
import { settingsResponse, suppressedResponse } from '#report/suppressed-list.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { addMuteSchema, removeMuteSchema, setCheckSchema, setThresholdsSchema } from '#shared/api/website-settings.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { AppError } from '#shared/errors.ts'
import { isOfEverything, MAX_MUTES_PER_WEBSITE, wholePattern } from '#shared/issue-settings.ts'
import type { CrawlRow } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl, websiteNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type SettingsRoutes = Pick<
  Routes<typeof endpoints>,
  'websiteSettings' | 'setCheck' | 'setThresholds' | 'addMute' | 'removeMute' | 'suppressedIssues'
>

/**
 * What is decided about the issues of a website. The response to a change is sent once the newest crawl that has ended is in line with
 * it.
 */
export function websiteSettingsRoutes({ store, now, settings }: RouteDeps): SettingsRoutes {
  /** Those of this server, and those that the newest crawl has run: settings about them may still be changed. */
  const checksFor = ({ website }: { website: { crawl: CrawlRow } }) => ({
    ownChecks: [...settings.ownChecks, ...website.crawl.ownChecks],
  })
  const settingsOf = async (websiteId: number) =>
    settingsResponse(await store.settings.read(websiteId), await store.settings.thresholds(websiteId))
  const applied = async (websiteId: number) => {
    await store.settings.apply(websiteId, now())
    return await settingsOf(websiteId)
  }
  return {
    websiteSettings: async ({ website }) => await settingsOf(website.id),

    setCheck: async call => {
      const { checkId, isOff, severity } = await call.readBody(setCheckSchema)
      refuseUnknownCheck(checksFor(call), checkId)
      const websiteId = call.website.id
      if (!(await store.settings.setCheck({ websiteId, checkId, isOff, severity }))) throw websiteNotFound()
      return await applied(websiteId)
    },

    setThresholds: async call => {
      const { checkId, values } = await call.readBody(setThresholdsSchema)
      refuseUnknownCheck(checksFor(call), checkId)
      const websiteId = call.website.id
      const changes = values.map(each => ({ checkId, ...each }))
      const isThere = await store.settings.setThresholds({
        websiteId,
        checkId,
        values: changedThresholds(checksFor(call), changes),
        decide: all => {
          const problem = thresholdsProblem(checksFor(call), changes, all)
          if (problem !== null) throw new AppError('bad-request', problem)
        },
      })
      if (!isThere) throw websiteNotFound()
      return await settingsOf(websiteId)
    },

    addMute: async call => {
      const body = await call.readBody(addMuteSchema)
      const { checkId, reason } = body
      if (checkId !== null) refuseUnknownCheck(checksFor(call), checkId)
      const pattern = wholePattern(body.pattern, call.website.url)
      if (isOfEverything({ checkId, pattern }))
        throw new AppError('bad-request', 'Name a check or a URL pattern: a mute of everything would leave no report')
      const websiteId = call.website.id
      const added = await store.settings.addMute({ websiteId, checkId, pattern, reason, nowMs: now() })
      if (!added.ok) throw added.reason === 'full' ? tooManyMutes() : websiteNotFound()
      return { muteId: added.mute.id, settings: await applied(websiteId) }
    },

    removeMute: async call => {
      const { muteId } = await call.readBody(removeMuteSchema)
      const websiteId = call.website.id
      if (!(await store.settings.removeMute(websiteId, muteId)))
        throw new AppError('not-found', 'There is no such mute. It may have been taken back already.')
      return await applied(websiteId)
    },

    suppressedIssues: async (call, query) => {
      const { kind = 'muted', offset = 0, limit = ISSUES_PAGE_SIZE } = query
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      const [rows, counts] = await Promise.all([
        store.reading.suppressedIssues(crawl.id, { kind, offset, limit }),
        store.reading.suppressedCounts(crawl.id),
      ])
      return {
        issues: rows.map(row => suppressedResponse(row, crawl)),
        totalCount: counts[kind],
        mutedCount: counts.muted,
        switchedOffCount: counts['switched-off'],
      }
    },
  }
}

function refuseUnknownCheck(known: Parameters<typeof isCheckId>[0], checkId: string): void {
  if (!isCheckId(known, checkId)) throw new AppError('bad-request', 'There is no such check')
}

function tooManyMutes(): AppError {
  return new AppError(
    'conflict',
    `A website has at most ${MAX_MUTES_PER_WEBSITE} mutes. Take one back, or switch the check off.`,
  )
}
