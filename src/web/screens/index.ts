/**
 * The explicit list of screens. Each one is a chunk of its own, loaded when its address is asked for. A module is named
 * `<screen>/<screen>-screen.tsx`: the server finds the files to preload by that rule (api/web-manifest.ts).
 */
import type { ComponentType } from 'react'
import type { ScreenName } from '#shared/routes.ts'

type LoadScreen = () => Promise<{ default: ComponentType }>

const planned: LoadScreen = () => import('./planned/planned-screen.tsx').then(part => ({ default: part.PlannedScreen }))

export const screens: Record<ScreenName, LoadScreen> = {
  landing: () => import('./landing/landing-screen.tsx').then(part => ({ default: part.LandingScreen })),
  dashboard: () => import('./dashboard/dashboard-screen.tsx').then(part => ({ default: part.DashboardScreen })),
  errors: () => import('./errors/errors-screen.tsx').then(part => ({ default: part.ErrorsScreen })),
  warnings: planned,
  passed: planned,
  'broken-links': () =>
    import('./broken-links/broken-links-screen.tsx').then(part => ({ default: part.BrokenLinksScreen })),
  'meta-data': planned,
  redirects: planned,
  duplicates: planned,
  'site-structure': planned,
  'pages-list': () => import('./pages-list/pages-list-screen.tsx').then(part => ({ default: part.PagesListScreen })),
  'image-issues': planned,
  'page-insights': planned,
  settings: planned,
  help: planned,
  projects: planned,
  operations: () => import('./operations/operations-screen.tsx').then(part => ({ default: part.OperationsScreen })),
  users: () => import('./users/users-screen.tsx').then(part => ({ default: part.UsersScreen })),
  'not-found': () => import('./not-found/not-found-screen.tsx').then(part => ({ default: part.NotFoundScreen })),
}
