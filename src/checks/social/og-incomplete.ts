import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'

export const ogIncomplete: PageCheck = {
  id: 'og-incomplete',
  type: 'social_issue',
  severity: 'info',
  applies: 'html-shown',
  title: 'Incomplete Open Graph tags',
  passedTitle: 'Open Graph tags are complete or absent',
  why: 'Social networks and messengers build the link preview from these tags. They guess what is missing, or show no preview.',
  fix: 'Add the missing tags; og:title, og:type, og:image and og:url belong together. og:type is usually website or article.',
  example: {
    before: '<meta property="og:title" content="Prices">',
    after:
      '<meta property="og:title" content="Prices">\n<meta property="og:type" content="website">\n<meta property="og:url" content="https://example.com/prices">\n<meta property="og:image" content="https://example.com/quay.jpg">',
  },
  sources: [{ title: 'The Open Graph protocol', url: 'https://ogp.me/#metadata' }],
  check: ({ openGraph }) => {
    const filled = new Set<string>()
    for (const [property, content] of openGraph) if (content.trim() !== '') filled.add(canonicalName(property))
    const missing = required.filter(property => !filled.has(property))
    if (missing.length === 0) return []
    const present = openGraph.filter(([property]) => property.toLowerCase().startsWith('og:'))
    if (present.length === 0) return []
    const written = new Set(present.map(([property]) => canonicalName(property)))
    const [empty, absent] = [missing.filter(name => written.has(name)), missing.filter(name => !written.has(name))]
    const problems = [
      ...(absent.length > 0 ? [`${absent.join(', ')} missing`] : []),
      ...(empty.length > 0 ? [`${empty.join(', ')} empty`] : []),
    ]
    const table = tableEvidence({
      label: 'Open Graph tags',
      columns: ['Tag', 'Content'],
      items: [...present, ...absent.map(property => [property, '(missing)'] as const)],
      row: ([property, content]) => [property, content.trim() === '' ? '(empty)' : content],
    })
    return [{ message: `Incomplete Open Graph tags: ${problems.join('; ')}`, evidence: [table] }]
  },
}

const required: readonly string[] = ['og:title', 'og:type', 'og:image', 'og:url']

/** `og:image:url` is another name of `og:image`, and `og:image:secure_url` its https form (ogp.me, structured properties). */
function canonicalName(property: string): string {
  const name = property.toLowerCase()
  return name === 'og:image:url' || name === 'og:image:secure_url' ? 'og:image' : name
}
