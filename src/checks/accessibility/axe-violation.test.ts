import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefreshFact } from '#shared/element-facts.ts'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { AccessibilityViolation } from '#shared/page-audit.ts'
import { listOf } from '../test-evidence.ts'
import { type FactOverrides, imageWith, renderedWith } from '../test-facts.ts'
import { type ExpectedFinding, testSiteCheck } from '../test-site-check.ts'
import { type TestPage, testSiteFacts } from '../test-site-facts.ts'
import { noThresholds } from '../thresholds.ts'
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
const rulesUrl = 'https://dequeuniversity.com/rules/axe/4.14'
const paths = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

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
    'a link without a name, of which our own check finds another': {
      crawl,
      pages: [
        {
          url: home,
          facts: {
            namelessLinks: nameless,
            rendering: renderedWith({ audit: { violations: [violation('link-name', '<a>')] } }),
          },
        },
        {
          url: `${home}a`,
          facts: {
            namelessButtons: nameless,
            rendering: renderedWith({ audit: { violations: [violation('button-name', '<button>')] } }),
          },
        },
      ],
    },
    'a button that only an image with an empty alt text fills': {
      crawl,
      pages: [
        {
          url: home,
          facts: {
            images: [imageWith({ alt: '', soleContentOf: { element: 'link', url: home } })],
            rendering: renderedWith({ audit: { violations: [violation('button-name', '<button>')] } }),
          },
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
    'the first 20 elements of a rule, and the pages of all': {
      site: { crawl, pages: paths(21).map(path => page(path, violation('list', `<ul id="${path}">`))) },
      finds: [
        {
          url: `${home}0`,
          message: 'Accessibility violation: Elements must keep list (21 elements on 21 pages)',
          affectedUrls: paths(21).map(path => home + path),
          evidence: [
            table('Rule list, serious', ...paths(20).map(path => [home + path, 'p', `<ul id="${path}">`, 'Too pale'])),
            { kind: 'url', label: 'About the rule', url: `${rulesUrl}/list` },
            listOf(
              'Pages',
              paths(21).map(path => home + path),
            ),
          ],
        },
      ],
    },
    'more pages than are named': {
      site: { crawl, pages: paths(MAX_EVIDENCE_URLS + 1).map(path => page(path, violation('list', '<ul>'))) },
      finds: [
        {
          url: `${home}0`,
          message: 'Accessibility violation: Elements must keep list (more than 100 elements on more than 100 pages)',
          affectedUrls: paths(MAX_EVIDENCE_URLS).map(path => home + path),
          affectedCount: MAX_EVIDENCE_URLS + 1,
          evidence: [
            table('Rule list, serious', [`${home}0`, 'p', '<ul>', 'Too pale']),
            { kind: 'url', label: 'About the rule', url: `${rulesUrl}/list` },
            {
              kind: 'urls',
              label: 'Pages',
              urls: paths(MAX_EVIDENCE_URLS).map(path => home + path),
              total: MAX_EVIDENCE_URLS + 1,
            },
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

test('axe-violation reports the first 200 rules, wherever they are broken', async () => {
  const rules = paths(201).map(path => violation(`rule-${path}`, '<x>'))
  const site = testSiteFacts({ crawl, pages: [page('', ...rules), page('a', violation('rule-199', '<x>'))] })
  const found = axeViolation.check(site, noThresholds)
  assert.ok(!('skipped' in found))
  const findings = await Array.fromAsync(found)
  assert.deepEqual(
    [findings.length, findings.at(-1)?.message],
    [200, 'Accessibility violation: Elements must keep rule-199 (2 elements on 2 pages)'],
  )
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
