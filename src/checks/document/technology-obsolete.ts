import type { LinkFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { elementCheck, linkIdentity } from '../element-check.ts'
import { isFrameset } from '../eligible.ts'
import { tableEvidence } from '../evidence.ts'

export const technologyObsolete = elementCheck<Frameset | LinkFact>({
  id: 'technology-obsolete',
  type: 'content_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Framesets, Flash or other plugins',
  passedTitle: 'No framesets or plugins',
  why: 'Browsers have no plugins any more, so Flash, Silverlight and Java content is missing for everyone. A frameset has one URL for all the pages in it, and search engines index those one by one, without their navigation.',
  fix: 'Replace plugins with HTML, video or JavaScript. Replace a frameset with pages that each include the navigation.',
  sources: [
    { title: 'HTML standard: obsolete features', url: 'https://html.spec.whatwg.org/multipage/obsolete.html' },
    {
      title: 'Google: Flash is no longer indexed',
      url: 'https://developers.google.com/search/blog/2019/10/goodbye-flash',
    },
  ],
  elements: page => (isFrameset(page) ? [framesetOf(page)] : pluginsOf(page)),
  identify: element => (element.kind === 'frameset' ? { tag: element.urls } : linkIdentity(element)),
  finding: elements => {
    const plugins = elements.filter(element => element.kind !== 'frameset')
    const [first] = plugins
    if (!first) return { message: 'The page is a frameset' }
    const table = tableEvidence({
      label: 'Plugin content',
      columns: ['File', 'Line', 'Element'],
      items: plugins,
      row: ({ url, line, path }) => [url, line, path],
    })
    return { message: `Content for a browser plugin: ${first.url}`, evidence: [table] }
  },
})

interface Frameset {
  kind: 'frameset'
  /** Of its frames. */
  urls: string
}

function framesetOf({ links }: PageFacts): Frameset {
  const frames = links.filter(({ kind }) => kind === 'frame')
  return { kind: 'frameset', urls: frames.map(({ url }) => url).join(' ') }
}

const PLUGIN_FILE = /\.(?:swf|xap|jar|dcr|class)(?:[?#]|$)/i

function pluginsOf({ links }: PageFacts): LinkFact[] {
  return links.filter(({ kind, url }) => kind === 'media' && PLUGIN_FILE.test(url))
}
