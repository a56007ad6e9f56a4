/** One question that several tools check, and their names for it. */
export interface Topic {
  name: string
  ours: readonly string[]
  axe: readonly string[]
  lighthouse: readonly string[]
  htmlValidate: readonly string[]
}

/** Only what can be decided from one page, and only rules that mean the same; where they draw another line, docs/measurements/precision.md says which. */
export const topics: readonly Topic[] = [
  {
    name: 'title',
    ours: ['title-missing'],
    axe: ['document-title'],
    lighthouse: ['document-title'],
    htmlValidate: ['empty-title'],
  },
  {
    name: 'meta description',
    ours: ['meta-description-missing'],
    axe: [],
    lighthouse: ['meta-description'],
    htmlValidate: [],
  },
  { name: 'noindex', ours: ['(noindex)'], axe: [], lighthouse: ['is-crawlable'], htmlValidate: [] },
  {
    name: 'canonical',
    ours: ['canonical-conflict', 'canonical-invalid'],
    axe: [],
    lighthouse: ['canonical'],
    htmlValidate: [],
  },
  { name: 'hreflang', ours: ['hreflang-invalid'], axe: [], lighthouse: ['hreflang'], htmlValidate: [] },
  { name: 'generic link text', ours: ['link-text-generic'], axe: [], lighthouse: ['link-text'], htmlValidate: [] },
  {
    name: 'uncrawlable links',
    ours: ['link-uncrawlable', 'link-malformed'],
    axe: [],
    lighthouse: ['crawlable-anchors'],
    htmlValidate: [],
  },
  {
    name: 'alt texts',
    ours: ['image-alt-missing'],
    axe: ['image-alt'],
    lighthouse: ['image-alt'],
    htmlValidate: ['wcag/h37'],
  },
  {
    name: 'names of links',
    ours: ['link-text-missing', 'image-alt-empty-in-link', 'image-alt-missing (link)'],
    axe: ['link-name'],
    lighthouse: ['link-name'],
    htmlValidate: ['wcag/h30'],
  },
  {
    name: 'names of buttons',
    ours: ['button-name-missing', 'image-alt-missing (button)'],
    axe: ['button-name', 'input-button-name'],
    lighthouse: ['button-name'],
    htmlValidate: ['text-content'],
  },
  {
    name: 'labels',
    ours: ['form-field-unlabelled'],
    axe: ['label', 'select-name'],
    lighthouse: ['label', 'select-name'],
    htmlValidate: ['input-missing-label'],
  },
  {
    name: 'language',
    ours: ['html-lang-missing'],
    axe: ['html-has-lang', 'html-lang-valid'],
    lighthouse: ['html-has-lang', 'html-lang-valid'],
    htmlValidate: [],
  },
  {
    name: 'zoom',
    ours: ['zoom-disabled'],
    axe: ['meta-viewport'],
    lighthouse: ['meta-viewport'],
    htmlValidate: [],
  },
  {
    name: 'heading levels',
    ours: ['heading-level-skipped'],
    axe: ['heading-order'],
    lighthouse: ['heading-order'],
    htmlValidate: ['heading-level'],
  },
  {
    name: 'refresh',
    ours: ['redirect-meta-refresh'],
    axe: ['meta-refresh'],
    lighthouse: [],
    htmlValidate: ['meta-refresh'],
  },
]

/** What one tool says of one page: the rules that fail, each with a place or two. */
export type Results = ReadonlyMap<string, readonly string[]>
