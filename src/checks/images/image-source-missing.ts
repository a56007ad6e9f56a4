import type { ImageFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { imageDetails } from './image-alt.ts'

export const imageSourceMissing = elementCheck<ImageFact>({
  id: 'image-source-missing',
  type: 'image_issues',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Image without source',
  passedTitle: 'Every image has a source',
  why: 'Without src or srcset a browser loads nothing, and a src that leads to the page itself, often saved from an empty one, is no image. If a script adds the source later, visitors without the script and most crawlers see no image, and image search may never index it.',
  fix: 'Put the URL into src. For lazy loading, keep src and add loading="lazy", which needs no script; or add the image in a noscript element. Remove images that stay empty.',
  example: {
    before: '<img data-src="/map.png" alt="Map of the moorings">',
    after: '<img src="/map.png" loading="lazy" alt="Map of the moorings">',
  },
  sources: [
    {
      title: 'HTML: The img element',
      url: 'https://html.spec.whatwg.org/multipage/embedded-content.html#the-img-element',
    },
    {
      title: 'Google: Fix lazy-loaded content',
      url: 'https://developers.google.com/search/docs/crawling-indexing/javascript/lazy-loading',
    },
  ],
  elements: page => page.images.filter(lacksSource),
  identify: image => image,
  finding: (images, on) => {
    const empty = images.filter(image => image.lacksSource !== 'script').length
    const table = tableEvidence({
      label: 'Images without source',
      columns: ['Image', 'Source', 'Line', 'Element'],
      items: images,
      row: image => [image.tag, image.lacksSource ? SOURCES[image.lacksSource] : '', image.line, image.path],
    })
    const how = empty === 0 ? ' (set by a script only)' : ''
    return {
      severity: empty === 0 ? 'info' : 'warning',
      message: `${counted(images.length, 'image')} without source${how}`,
      details: imageDetails(on, images, 'no source'),
      evidence: [table],
    }
  },
})

const SOURCES: Record<NonNullable<ImageFact['lacksSource']>, string> = {
  none: 'none',
  page: 'the page itself',
  script: 'set by a script',
}

function lacksSource({ lacksSource: lack, isInNoscript }: ImageFact): boolean {
  return lack !== undefined && !isInNoscript
}
