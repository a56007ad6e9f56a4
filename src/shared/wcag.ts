/**
 * The success criteria of levels A and AA of WCAG 2.2 (W3C Recommendation of 12 December 2024), in its order. 4.1.1 is none any more.
 * What a machine finds shows that a criterion is failed; that it is met takes a person, but for the few that are `tested`.
 */
export type CriterionLevel = 'A' | 'AA'

/**
 * `tested`: the checks decide it, as far as its text can be decided without knowing what a page means. `partly`: they find some of the
 * ways to fail it. `person`: no check says anything about it.
 */
export const criterionTests = ['tested', 'partly', 'person'] as const
export type CriterionTest = (typeof criterionTests)[number]

export interface Criterion {
  id: string
  name: string
  level: CriterionLevel
  test: CriterionTest
  /** Checks of this product. */
  checks: readonly string[]
  /** Rules of axe-core, which run on rendered pages. */
  rules: readonly string[]
}

type Tests = Partial<Pick<Criterion, 'test' | 'checks' | 'rules'>>

const criterion = (id: string, name: string, level: CriterionLevel, tests: Tests = {}): Criterion => ({
  id,
  name,
  level,
  test: tests.test ?? (tests.checks || tests.rules ? 'partly' : 'person'),
  checks: tests.checks ?? [],
  rules: tests.rules ?? [],
})

export const criteria: readonly Criterion[] = [
  criterion('1.1.1', 'Non-text Content', 'A', {
    checks: ['image-alt-missing', 'image-alt-empty-in-link', 'image-alt-filename'],
    rules: [
      'aria-meter-name',
      'aria-progressbar-name',
      'image-alt',
      'input-image-alt',
      'object-alt',
      'role-img-alt',
      'svg-img-alt',
    ],
  }),
  criterion('1.2.1', 'Audio-only and Video-only (Prerecorded)', 'A'),
  criterion('1.2.2', 'Captions (Prerecorded)', 'A', { rules: ['video-caption'] }),
  criterion('1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A'),
  criterion('1.2.4', 'Captions (Live)', 'AA'),
  criterion('1.2.5', 'Audio Description (Prerecorded)', 'AA'),
  criterion('1.3.1', 'Info and Relationships', 'A', {
    checks: ['form-field-unlabelled', 'heading-empty', 'heading-level-skipped'],
    rules: [
      'aria-hidden-body',
      'aria-required-children',
      'aria-required-parent',
      'definition-list',
      'dlitem',
      'list',
      'listitem',
      'td-headers-attr',
      'th-has-data-cells',
    ],
  }),
  criterion('1.3.2', 'Meaningful Sequence', 'A'),
  criterion('1.3.3', 'Sensory Characteristics', 'A'),
  criterion('1.3.4', 'Orientation', 'AA'),
  criterion('1.3.5', 'Identify Input Purpose', 'AA', { rules: ['autocomplete-valid'] }),
  criterion('1.4.1', 'Use of Color', 'A', { rules: ['link-in-text-block'] }),
  criterion('1.4.2', 'Audio Control', 'A', { rules: ['no-autoplay-audio'] }),
  criterion('1.4.3', 'Contrast (Minimum)', 'AA', { rules: ['color-contrast'] }),
  criterion('1.4.4', 'Resize Text', 'AA', { checks: ['zoom-disabled'], rules: ['meta-viewport'] }),
  criterion('1.4.5', 'Images of Text', 'AA'),
  criterion('1.4.10', 'Reflow', 'AA', { checks: ['content-wider-than-screen'] }),
  criterion('1.4.11', 'Non-text Contrast', 'AA'),
  criterion('1.4.12', 'Text Spacing', 'AA', { rules: ['avoid-inline-spacing'] }),
  criterion('1.4.13', 'Content on Hover or Focus', 'AA'),
  criterion('2.1.1', 'Keyboard', 'A', {
    rules: ['frame-focusable-content', 'scrollable-region-focusable', 'server-side-image-map'],
  }),
  criterion('2.1.2', 'No Keyboard Trap', 'A'),
  criterion('2.1.4', 'Character Key Shortcuts', 'A'),
  criterion('2.2.1', 'Timing Adjustable', 'A', { checks: ['redirect-meta-refresh'], rules: ['meta-refresh'] }),
  criterion('2.2.2', 'Pause, Stop, Hide', 'A', { rules: ['blink', 'marquee'] }),
  criterion('2.3.1', 'Three Flashes or Below Threshold', 'A'),
  criterion('2.4.1', 'Bypass Blocks', 'A', { rules: ['bypass'] }),
  criterion('2.4.2', 'Page Titled', 'A', {
    checks: ['title-missing', 'title-placeholder', 'title-duplicate'],
    rules: ['document-title'],
  }),
  criterion('2.4.3', 'Focus Order', 'A'),
  criterion('2.4.4', 'Link Purpose (In Context)', 'A', {
    checks: ['link-text-missing', 'link-text-generic', 'image-alt-empty-in-link'],
    rules: ['area-alt', 'link-name'],
  }),
  criterion('2.4.5', 'Multiple Ways', 'AA', { checks: ['page-orphan'] }),
  criterion('2.4.6', 'Headings and Labels', 'AA', { checks: ['heading-empty', 'heading-duplicate'] }),
  criterion('2.4.7', 'Focus Visible', 'AA'),
  criterion('2.4.11', 'Focus Not Obscured (Minimum)', 'AA'),
  criterion('2.5.1', 'Pointer Gestures', 'A'),
  criterion('2.5.2', 'Pointer Cancellation', 'A'),
  criterion('2.5.3', 'Label in Name', 'A'),
  criterion('2.5.4', 'Motion Actuation', 'A'),
  criterion('2.5.7', 'Dragging Movements', 'AA'),
  criterion('2.5.8', 'Target Size (Minimum)', 'AA'),
  criterion('3.1.1', 'Language of Page', 'A', {
    test: 'tested',
    checks: ['html-lang-missing', 'language-mismatch'],
    rules: ['html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch'],
  }),
  criterion('3.1.2', 'Language of Parts', 'AA', { rules: ['valid-lang'] }),
  criterion('3.2.1', 'On Focus', 'A'),
  criterion('3.2.2', 'On Input', 'A'),
  criterion('3.2.3', 'Consistent Navigation', 'AA'),
  criterion('3.2.4', 'Consistent Identification', 'AA'),
  criterion('3.2.6', 'Consistent Help', 'A'),
  criterion('3.3.1', 'Error Identification', 'A'),
  criterion('3.3.2', 'Labels or Instructions', 'A', {
    checks: ['form-field-unlabelled'],
    rules: ['form-field-multiple-labels'],
  }),
  criterion('3.3.3', 'Error Suggestion', 'AA'),
  criterion('3.3.4', 'Error Prevention (Legal, Financial, Data)', 'AA'),
  criterion('3.3.7', 'Redundant Entry', 'A'),
  criterion('3.3.8', 'Accessible Authentication (Minimum)', 'AA'),
  criterion('4.1.2', 'Name, Role, Value', 'A', {
    checks: ['button-name-missing', 'form-field-unlabelled', 'frame-title-missing', 'link-text-missing'],
    rules: [
      'area-alt',
      'aria-allowed-attr',
      'aria-braille-equivalent',
      'aria-command-name',
      'aria-conditional-attr',
      'aria-deprecated-role',
      'aria-hidden-body',
      'aria-hidden-focus',
      'aria-input-field-name',
      'aria-prohibited-attr',
      'aria-required-attr',
      'aria-roles',
      'aria-toggle-field-name',
      'aria-tooltip-name',
      'aria-valid-attr',
      'aria-valid-attr-value',
      'button-name',
      'duplicate-id-aria',
      'frame-title',
      'frame-title-unique',
      'input-button-name',
      'input-image-alt',
      'label',
      'link-name',
      'nested-interactive',
      'select-name',
      'summary-name',
    ],
  }),
  criterion('4.1.3', 'Status Messages', 'AA'),
]

/** Where the Recommendation explains a criterion. */
export function criterionUrl({ name }: Pick<Criterion, 'name'>): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
  return `https://www.w3.org/WAI/WCAG22/Understanding/${slug}`
}
