import { websiteResponse } from '#report/website-list.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import type { Routes } from '../call.ts'
import type { RouteDeps } from './route-deps.ts'

/** The caller's own websites, newest crawl first; nobody has none. */
export function websiteRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'listWebsites'> {
  return {
    listWebsites: async ({ visitor }) =>
      visitor.ownerId === null ? [] : (await store.websites.list(visitor.ownerId)).map(websiteResponse),
  }
}
