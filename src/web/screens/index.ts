/**
 * The explicit list of screens. Each one is a chunk of its own, loaded when it is first opened. A module is named
 * `<screen>/<screen>-screen.tsx`: the server finds the files to preload by that rule (api/web-manifest.ts).
 */
import type { ComponentType } from 'react'
import type { ScreenName } from '#shared/routes.ts'

type LoadScreen = () => Promise<{ default: ComponentType }>

export const screens: Record<ScreenName, LoadScreen> = {
  landing: () => import('./landing/landing-screen.tsx').then(part => ({ default: part.LandingScreen })),
  dashboard: () => import('./dashboard/dashboard-screen.tsx').then(part => ({ default: part.DashboardScreen })),
  changes: () => import('./changes/changes-screen.tsx').then(part => ({ default: part.ChangesScreen })),
  'issues-by-check': () =>
    import('./issues-by-check/issues-by-check-screen.tsx').then(part => ({ default: part.IssuesByCheckScreen })),
  errors: () => import('./errors/errors-screen.tsx').then(part => ({ default: part.ErrorsScreen })),
  warnings: () => import('./warnings/warnings-screen.tsx').then(part => ({ default: part.WarningsScreen })),
  passed: () => import('./passed/passed-screen.tsx').then(part => ({ default: part.PassedScreen })),
  'broken-links': () =>
    import('./broken-links/broken-links-screen.tsx').then(part => ({ default: part.BrokenLinksScreen })),
  'meta-data': () => import('./meta-data/meta-data-screen.tsx').then(part => ({ default: part.MetaDataScreen })),
  redirects: () => import('./redirects/redirects-screen.tsx').then(part => ({ default: part.RedirectsScreen })),
  duplicates: () => import('./duplicates/duplicates-screen.tsx').then(part => ({ default: part.DuplicatesScreen })),
  'site-structure': () =>
    import('./site-structure/site-structure-screen.tsx').then(part => ({ default: part.SiteStructureScreen })),
  'pages-list': () => import('./pages-list/pages-list-screen.tsx').then(part => ({ default: part.PagesListScreen })),
  'not-crawled': () =>
    import('./not-crawled/not-crawled-screen.tsx').then(part => ({ default: part.NotCrawledScreen })),
  languages: () => import('./languages/languages-screen.tsx').then(part => ({ default: part.LanguagesScreen })),
  segments: () => import('./segments/segments-screen.tsx').then(part => ({ default: part.SegmentsScreen })),
  'robots-tester': () =>
    import('./robots-tester/robots-tester-screen.tsx').then(part => ({ default: part.RobotsTesterScreen })),
  visits: () => import('./visits/visits-screen.tsx').then(part => ({ default: part.VisitsScreen })),
  readiness: () => import('./readiness/readiness-screen.tsx').then(part => ({ default: part.ReadinessScreen })),
  'image-issues': () =>
    import('./image-issues/image-issues-screen.tsx').then(part => ({ default: part.ImageIssuesScreen })),
  'page-insights': () =>
    import('./page-insights/page-insights-screen.tsx').then(part => ({ default: part.PageInsightsScreen })),
  settings: () => import('./settings/settings-screen.tsx').then(part => ({ default: part.SettingsScreen })),
  help: () => import('./help/help-screen.tsx').then(part => ({ default: part.HelpScreen })),
  projects: () => import('./projects/projects-screen.tsx').then(part => ({ default: part.ProjectsScreen })),
  operations: () => import('./operations/operations-screen.tsx').then(part => ({ default: part.OperationsScreen })),
  users: () => import('./users/users-screen.tsx').then(part => ({ default: part.UsersScreen })),
  'not-found': () => import('./not-found/not-found-screen.tsx').then(part => ({ default: part.NotFoundScreen })),
}
