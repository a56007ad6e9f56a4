import type { MalformedLinkFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { linkSource, tableEvidence } from '../evidence.ts'

export const linkMalformed = elementCheck<MalformedLinkFact>({
  id: 'link-malformed',
  type: 'link_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Links with a malformed URL',
  passedTitle: 'All link URLs are well-formed',
  why: 'These URLs are not what they were meant to be, so the links lead nowhere or to another host. Most are typing or pasting mistakes.',
  fix: 'Correct the URL in the text or template: one scheme, forward slashes, no spaces in the host, an e-mail address behind mailto: and a number behind tel:.',
  example: {
    before: '<a href="https://https://example.com/">',
    after: '<a href="https://example.com/">',
  },
  sources: [
    { title: 'WHATWG URL: parsing', url: 'https://url.spec.whatwg.org/#url-parsing' },
    { title: 'RFC 3986: Uniform Resource Identifier', url: 'https://www.rfc-editor.org/rfc/rfc3986' },
  ],
  elements: page => page.malformedLinks,
  identify: ({ href, path, region }) => ({ tag: href, path, ...(region && { region }) }),
  finding: (links, { page }) => {
    const table = tableEvidence({
      label: 'Malformed URLs',
      columns: ['As written', 'Problem', 'Line', 'Element'],
      items: links,
      row: link => [link.href, words[link.why], link.line, link.path],
    })
    const message = `${counted(links.length, 'link')} with a malformed URL`
    return { message, details: linkSource(page), evidence: [table] }
  },
})

const words: Record<MalformedLinkFact['why'], string> = {
  unparsable: 'is not a URL',
  'doubled-scheme': 'has the scheme twice',
  'misspelled-scheme': 'has a misspelled scheme',
  'backslash-authority': 'has backslashes before the host',
  'space-in-host': 'has a space in the host',
  'too-long': 'is too long',
  'no-recipient': 'has no address or number',
  'local-file': 'is a file on the visitor’s own computer',
}
