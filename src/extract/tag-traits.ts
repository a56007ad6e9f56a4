import type { Region } from '#shared/model.ts'

/** What the name of an HTML element says about the text in it. */
export interface TagTrait {
  /** Region that it opens as a landmark (HTML-AAM). */
  landmark?: Region
  /** Header and footer below it are no landmarks. */
  isSectioning?: true
  /** Its text is not read as text: code of other kinds, choices of a field, fallbacks that are not shown. */
  isSilent?: true
  /** Text before and after it belongs to other words. */
  isBlock?: true
  /** Its text is quoted code. */
  isCode?: true
}

const silent =
  'script style noscript template textarea select datalist iframe noembed noframes audio video canvas object title head'
const blocks =
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
  'form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
  'summary table tbody td tfoot th thead tr ul video iframe'

export const tagTraits: ReadonlyMap<string, TagTrait> = buildTraits()

function buildTraits(): Map<string, TagTrait> {
  const traits = new Map<string, TagTrait>()
  const add = (tags: string, trait: TagTrait) => {
    for (const tag of tags.split(' ')) traits.set(tag, { ...traits.get(tag), ...trait })
  }
  add(silent, { isSilent: true })
  add(blocks, { isBlock: true })
  add('pre code kbd samp', { isCode: true })
  add('article section', { isSectioning: true })
  add('main', { landmark: 'main', isSectioning: true })
  add('nav', { landmark: 'nav', isSectioning: true })
  add('aside', { landmark: 'aside', isSectioning: true })
  add('header', { landmark: 'header' })
  add('footer', { landmark: 'footer' })
  return traits
}

/** Landmark roles (WAI-ARIA 1.2, 5.3.4) as regions. */
export const roleRegions: ReadonlyMap<string, Region> = new Map([
  ['main', 'main'],
  ['navigation', 'nav'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'aside'],
])
