import type { ImageFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { imageDetails, imageIdentity, imagesWith } from './image-alt.ts'

export const imageAltEmptyInLink = elementCheck<ImageFact>({
  id: 'image-alt-empty-in-link',
  type: 'missing_alt_tags',
  severity: 'error',
  applies: 'html-shown',
  title: 'Empty alt tag on an image that is a link or button',
  passedTitle: 'Images that are links or buttons have alt text',
  why: 'The image is the only content of this link or button, and its alt text is empty. A screen reader has nothing to announce, and search engines get no link text.',
  fix: 'Write in the alt attribute where the link leads or what the button does. If the same link is next to it as text, put both into one link.',
  example: {
    before: '<a href="/"><img src="/logo.svg" alt=""></a>',
    after: '<a href="/"><img src="/logo.svg" alt="Example Harbour, home"></a>',
  },
  sources: [
    {
      title: 'WCAG 2.2: Link purpose (2.4.4)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html',
    },
    { title: 'W3C WAI: Functional images', url: 'https://www.w3.org/WAI/tutorials/images/functional/' },
  ],
  elements: page => imagesWith(page, 'empty-in-link'),
  identify: imageIdentity,
  finding: (images, on) => {
    const table = tableEvidence({
      label: 'Images that are the only content of a link or button',
      columns: ['Only content of', 'Target', 'Image', 'Line', 'Element'],
      items: images,
      row: image => [
        image.soleContentOf?.element ?? '',
        image.soleContentOf?.url ?? '',
        image.src ?? image.tag,
        image.line,
        image.path,
      ],
    })
    const message = `Empty alt tag on ${counted(images.length, 'image')} that ${images.length === 1 ? 'is' : 'are'} the only content of a link or button`
    return { message, details: imageDetails(on, images, 'empty alt in a link'), evidence: [table] }
  },
})
