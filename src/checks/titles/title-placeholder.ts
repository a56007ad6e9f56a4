import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'

export const titlePlaceholder: PageCheck = {
  id: 'title-placeholder',
  type: 'meta_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Placeholder title',
  passedTitle: 'The title was written for the page',
  why: 'A tool set this title and no one replaced it, or it is only a URL or a file name. In a search result it says nothing about the page.',
  fix: 'Write a title that describes this page. In a single-page application, set it for each route instead of once in the HTML file.',
  example: { before: '<title>React App</title>', after: '<title>Book a mooring – Example Harbour</title>' },
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
  ],
  check: ({ title }) => {
    const pattern = placeholderKind(title.trim())
    if (pattern === null) return []
    const table = tableEvidence({
      label: 'Title',
      columns: ['Title', 'Kind'],
      items: [title],
      row: item => [item, pattern],
    })
    return [{ message: `Title is ${pattern} ("${title.trim()}")`, details: { title }, evidence: [table] }]
  },
}

function placeholderKind(title: string): string | null {
  // Every pattern is short; a long title is not a default, and a short one keeps the message short.
  if (title === '' || title.length > 200) return null
  if (defaults.has(title.toLowerCase())) return 'the default of a tool'
  if (URL_ONLY.test(title)) return 'a URL'
  return FILE_NAME.test(title) ? 'a file name' : null
}

/** With scheme or `www.`: a bare `example.com` is the name of many a company. */
const URL_ONLY = /^(?:https?:\/\/|www\.)\S+$/i
/** Kinds of file that are pages, documents and pictures; `robots.txt` or `package.json` may be what a page is about. */
const FILE_NAME =
  /^[^\s/\\]+\.(?:html?|xhtml|php|aspx?|jsp|cfm|pdf|docx?|pptx?|xlsx?|odt|indd|psd|jpe?g|png|gif|webp|tiff?)$/i

const defaults: ReadonlySet<string> = new Set([
  'untitled',
  'untitled document',
  'untitled page',
  'document',
  'new page',
  'page title',
  'react app',
  'vite app',
  'vite + react',
  'vite + react + ts',
  'vite + vue',
  'vite + vue + ts',
  'vite + svelte',
  'vite + svelte + ts',
  'create next app',
  'nuxt app',
  'welcome to nginx!',
  'apache2 ubuntu default page: it works',
  'apache2 debian default page: it works',
  'iis windows server',
])
