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
    const placeholder = placeholderIn(title.trim())
    if (placeholder === null) return []
    const { kind, isStart } = placeholder
    const table = tableEvidence({
      label: 'Title',
      columns: ['Title', 'Kind'],
      items: [title],
      row: item => [item, kind],
    })
    return [
      {
        message: `Title ${isStart ? 'begins with' : 'is'} ${kind} ("${title.trim()}")`,
        details: { title },
        evidence: [table],
      },
    ]
  },
}

/** Whether a tool set the title, or it is only a URL or a file name. */
export function isPlaceholderTitle(title: string): boolean {
  return placeholderIn(title.trim()) !== null
}

interface Placeholder {
  kind: string
  /** Something follows it, mostly the name of the site. */
  isStart: boolean
}

function placeholderIn(title: string): Placeholder | null {
  // Every pattern is short; a long title is not a default, and a short one keeps the message short.
  if (title === '' || title.length > 200) return null
  const lower = title.toLowerCase()
  const [start = ''] = lower.split(SEPARATOR, 1)
  if (defaults.has(lower)) return { kind: 'the default of a tool', isStart: false }
  if (defaultsBeforeName.has(start)) return { kind: 'the default of a tool', isStart: true }
  if (URL_ONLY.test(title)) return { kind: 'a URL', isStart: false }
  return FILE_NAME.test(title) ? { kind: 'a file name', isStart: false } : null
}

/** What stands between the title of a page and the name of its site. */
const SEPARATOR = / (?:::|[|–-]) /

/** With scheme or `www.`: a bare `example.com` is the name of many a company. */
const URL_ONLY = /^(?:https?:\/\/|www\.)\S+$/i
/** Kinds of file that are pages, documents and pictures; `robots.txt` or `package.json` may be what a page is about. */
const FILE_NAME =
  /^[^\s/\\]+\.(?:html?|xhtml|php|aspx?|jsp|cfm|pdf|docx?|pptx?|xlsx?|odt|indd|psd|jpe?g|png|gif|webp|tiff?)$/i

/** Others, such as "Document", are what many a page is about ("Document - Web APIs"). */
const defaultsBeforeName: ReadonlySet<string> = new Set([
  'untitled',
  'untitled document',
  'untitled page',
  'new page',
  'create next app',
])

const defaults: ReadonlySet<string> = new Set([
  ...defaultsBeforeName,
  'document',
  'page title',
  'react app',
  'vite app',
  'vite + react',
  'vite + react + ts',
  'vite + vue',
  'vite + vue + ts',
  'vite + svelte',
  'vite + svelte + ts',
  'nuxt app',
  'welcome to nginx!',
  'apache2 ubuntu default page: it works',
  'apache2 debian default page: it works',
  'iis windows server',
])
