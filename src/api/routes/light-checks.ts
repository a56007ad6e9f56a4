import type { endpoints } from '#shared/api/endpoints.ts'
import type { WebsiteLightChecks } from '#shared/api/light-checks.ts'
import { AppError } from '#shared/errors.ts'
import { isoTime } from '#shared/iso-time.ts'
import { type LightCheckSettings, lightCheckSettingsSchema } from '#shared/light-checks.ts'
import { siteMatcher } from '#shared/site-hosts.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import type { Routes } from '../call.ts'
import { websiteNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'
import { refuseUnmonitored } from './schedules.ts'

/** Which URLs of a website are checked between its crawls. */
export function lightCheckRoutes({
  store,
  settings,
  now,
}: RouteDeps): Pick<Routes<typeof endpoints>, 'lightChecks' | 'setLightChecks'> {
  const minMinutes = settings.lightCheckMinMinutes
  const responseFor = async (websiteId: number): Promise<WebsiteLightChecks> => {
    const row = await store.lightChecks.find(websiteId)
    const nextCheckAt = isoTime(row?.nextMs ?? null)
    return { settings: row?.settings ?? null, results: row?.results ?? [], nextCheckAt, minMinutes }
  }
  return {
    lightChecks: ({ website }) => responseFor(website.id),

    setLightChecks: async call => {
      const given = await call.readBody(lightCheckSettingsSchema)
      refuseUnmonitored(call)
      if (given.minutes < minMinutes)
        throw new AppError('bad-request', `URLs are checked at most every ${minMinutes} minutes`)
      const { website } = call
      const checked: LightCheckSettings = { ...given, urls: urlsOf(given.urls, website.url) }
      const nextMs = checked.urls.length === 0 ? null : now()
      const saved = await store.lightChecks.save({
        websiteId: website.id,
        ownerId: call.ownerId,
        settings: checked,
        nextMs,
        maxPerOwner: settings.maxSchedules,
      })
      if (saved.ok) return await responseFor(website.id)
      throw saved.reason === 'gone' ? websiteNotFound() : tooManyChecked(settings.maxSchedules)
    },
  }
}

function tooManyChecked(max: number): AppError {
  if (max === 0) return new AppError('conflict', 'The operator of this server allows no checks between crawls.')
  const count = max === 1 ? '1 website' : `${max} websites`
  return new AppError(
    'conflict',
    `URLs of at most ${count} of yours can be checked between crawls. Remove those of one first.`,
  )
}

/** Normalised, each once. @throws AppError 400 for what is no URL of the host of the website. */
function urlsOf(typed: readonly string[], websiteUrl: string): string[] {
  const isOwn = siteMatcher(websiteUrl)
  const urls = typed.map(text => {
    const parsed = parseStartUrl(URL.parse(text, websiteUrl)?.href ?? text)
    if (!parsed.ok) throw new AppError('bad-request', parsed.message)
    if (!isOwn(parsed.url)) throw new AppError('bad-request', `${parsed.url} is not on the host of the website`)
    return parsed.url
  })
  return [...new Set(urls)]
}
