import type { PageSpeed } from '#shared/page-speed.ts'

/** The four scores of Lighthouse, in its order. */
export const lighthouseScores = [
  { key: 'performance', name: 'Performance' },
  { key: 'accessibility', name: 'Accessibility' },
  { key: 'bestPractices', name: 'Best Practices' },
  { key: 'seo', name: 'SEO' },
] as const satisfies readonly { key: keyof PageSpeed; name: string }[]
