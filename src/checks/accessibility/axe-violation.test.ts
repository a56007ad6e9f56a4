import type { RefreshFact } from '#shared/element-facts.ts'
import type { AccessibilityViolation } from '#shared/page-audit.ts'
import { listOf } from '../test-evidence.ts'
import { type FactOverrides, imageWith, renderedWith } from '../test-facts.ts'
import { type ExpectedFinding, testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { axeViolation } from './axe-violation.ts'

const table = (label: string, ...rows: string[][]) => ({
  kind: 'table',
  label,
  columns: ['Page', 'Element', 'Markup', 'Why'],
  rows,
})
const home = 'https://site.test/'
const violation = (rule: string, ...tags: string[]): AccessibilityViolation => ({
  rule,
  impact: 'serious',
  help: `Elements must keep ${rule}`,
  helpUrl: `https://dequeuniversity.com/rules/axe/4.14/${rule}`,
  total: tags.length,
  nodes: tags.map(tag => ({ path: 'p', tag, summary: 'Too pale' })),
})
const page = (path: string, ...violations: AccessibilityViolation[]): TestPage => ({
  url: home + path,
  facts: { rendering: renderedWith({ audit: { violations } }) },
})
const crawl = { rendersJavaScript: true as const }
const refresh: RefreshFact = { delay: 0, url: `${home}b`, raw: '0;url=/b', source: 'tag', line: 3 }

/** Rules whose faults a check of our own reports. */
const own = [
  'image-alt',
  'document-title',
  'html-has-lang',
  'html-lang-valid',
  'link-name',
  'button-name',
  'input-button-name',
  'label',
  'select-name',
  'meta-viewport',
]
const nameless = [{ tag: '<x>', url: '', path: 'body > x', line: 3 }]
/** What those checks report. */
const reported: FactOverrides = {
  title: '',
  lang: null,
  images: [imageWith({ alt: null })],
  namelessLinks: nameless,
  namelessButtons: nameless,
  unlabelledFields: nameless,
}

testSiteCheck(axeViolation, {
  passes: {
    'pages without violations': {
      crawl,
      pages: [page(''), { url: `${home}a`, facts: { rendering: renderedWith({ audit: {} }) } }],
    },
    'a page that could not be rendered': {
      crawl,
      pages: [{ url: home, facts: { rendering: { isRendered: false, why: 'it made its tab crash' } } }],
    },
    'what checks of our own report': {
      crawl,
      pages: [
        {
          url: home,
          facts: {
            ...reported,
            rendering: renderedWith({
              audit: {
                violations: [
                  ...own.map(rule => violation(rule, '<x>')),
                  violation('aria-command-name', '<span role="button">', "<i role='button'>"),
                ],
              },
            }),
          },
        },
        {
          url: `${home}a`,
          facts: { refresh, rendering: renderedWith({ audit: { violations: [violation('meta-refresh', '<meta>')] } }) },
        },
      ],
    },
    'a link and a button that hold an image without alt text': {
      crawl,
      pages: ['link-name', 'button-name'].map(rule => ({
        url: home + rule,
        facts: {
          images: [imageWith({ alt: null })],
          rendering: renderedWith({ audit: { violations: [violation(rule, '<x>')] } }),
        },
      })),
    },
    'a bot protection': {
      crawl,
      pages: [
        {
          url: home,
          facts: {
            isBotChallenge: true,
            rendering: renderedWith({ audit: { violations: [violation('list', '<ul>')] } }),
          },
        },
      ],
    },
  },
  fails: {
    'one rule on several pages, told once, with each element once': {
      site: {
        crawl,
        pages: [
          page('', violation('color-contrast', '<p class="pale">')),
          page('a', violation('color-contrast', '<p class="pale">', '<b>')),
        ],
      },
      finds: [
        {
          url: home,
          severity: 'warning',
          message: 'Accessibility violation: Elements must keep color-contrast (3 elements on 2 pages)',
          affectedUrls: [home, `${home}a`],
          affectedCount: 2,
          evidence: [
            table(
              'Rule color-contrast, serious',
              [home, 'p', '<p class="pale">', 'Too pale'],
              [`${home}a`, 'p', '<b>', 'Too pale'],
            ),
            { kind: 'url', label: 'About the rule', url: 'https://dequeuniversity.com/rules/axe/4.14/color-contrast' },
            listOf('Pages', [home, 'https://site.test/a']),
          ],
        },
      ],
    },
    'several rules': {
      site: {
        crawl,
        pages: [page('', violation('list', '<ul>'), violation('aria-command-name', '<span role="link">'))],
      },
      finds: [
        {
          url: home,
          message: 'Accessibility violation: Elements must keep list (1 element on 1 page)',
          evidence: [
            table('Rule list, serious', [home, 'p', '<ul>', 'Too pale']),
            { kind: 'url', label: 'About the rule', url: 'https://dequeuniversity.com/rules/axe/4.14/list' },
            listOf('Pages', [home]),
          ],
        },
        {
          url: home,
          message: 'Accessibility violation: Elements must keep aria-command-name (1 element on 1 page)',
          evidence: [
            table('Rule aria-command-name, serious', [home, 'p', '<span role="link">', 'Too pale']),
            {
              kind: 'url',
              label: 'About the rule',
              url: 'https://dequeuniversity.com/rules/axe/4.14/aria-command-name',
            },
            listOf('Pages', [home]),
          ],
        },
      ],
    },
    'what our own checks find nothing of: a label that the styles hide, for one': {
      site: {
        crawl,
        pages: [
          page(
            '',
            ...own.filter(rule => rule !== 'meta-viewport').map(rule => violation(rule, '<x>')),
            violation('aria-command-name', '<span role="button">'),
          ),
        ],
      },
      finds: [
        ...own.filter(rule => rule !== 'meta-viewport').map(rule => foundOnce(rule, '<x>')),
        foundOnce('aria-command-name', '<span role="button">'),
      ],
    },
    'a link that only an image without alt text fills, once, and nothing of a field': {
      site: {
        crawl,
        pages: [
          {
            url: home,
            facts: {
              images: [imageWith({ alt: '', soleContentOf: { element: 'link', url: home } })],
              rendering: renderedWith({
                audit: { violations: [violation('link-name', '<a>'), violation('label', '<input>')] },
              }),
            },
          },
        ],
      },
      finds: [
        {
          url: home,
          message: 'Accessibility violation: Elements must keep label (1 element on 1 page)',
          evidence: [
            table('Rule label, serious', [home, 'p', '<input>', 'Too pale']),
            { kind: 'url', label: 'About the rule', url: 'https://dequeuniversity.com/rules/axe/4.14/label' },
            listOf('Pages', [home]),
          ],
        },
      ],
    },
    'a page that reloads itself': {
      site: {
        crawl,
        pages: [
          {
            url: home,
            facts: {
              refresh: { ...refresh, delay: 30, url: null },
              rendering: renderedWith({ audit: { violations: [violation('meta-refresh', '<meta>')] } }),
            },
          },
        ],
      },
      finds: [
        {
          url: home,
          message: 'Accessibility violation: Elements must keep meta-refresh (1 element on 1 page)',
          evidence: [
            table('Rule meta-refresh, serious', [home, 'p', '<meta>', 'Too pale']),
            { kind: 'url', label: 'About the rule', url: 'https://dequeuniversity.com/rules/axe/4.14/meta-refresh' },
            listOf('Pages', [home]),
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that runs no scripts': {
      site: { pages: [page('', violation('list', '<ul>'))] },
      reason: 'The crawl did not render JavaScript',
    },
  },
})

/** One element on the start page, by a rule of those that the helpers above make. */
function foundOnce(rule: string, tag: string): ExpectedFinding {
  return {
    url: home,
    message: `Accessibility violation: Elements must keep ${rule} (1 element on 1 page)`,
    evidence: [
      table(`Rule ${rule}, serious`, [home, 'p', tag, 'Too pale']),
      { kind: 'url', label: 'About the rule', url: `https://dequeuniversity.com/rules/axe/4.14/${rule}` },
      listOf('Pages', [home]),
    ],
  }
}
