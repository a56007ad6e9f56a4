import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NewIssue } from '#shared/model.ts'
import { type ThresholdSetting, thresholdOrderProblem, thresholdProblem } from '#shared/thresholds.ts'
import type { PageCheck, SiteCheck } from './check.ts'
import { pageChecks, siteChecks } from './index.ts'
import { runPageChecks } from './run-page-checks.ts'
import { runSiteChecks } from './run-site-checks.ts'
import { responseSlow } from './speed/response-slow.ts'
import { type FactOverrides, imageWith, pageFactsWith } from './test-facts.ts'
import { gets, type TestSite, testSiteFacts } from './test-site-facts.ts'
import { thresholdTables, tuneChecks, tunedValues } from './thresholds.ts'

const checks: readonly (PageCheck | SiteCheck)[] = [...pageChecks, ...siteChecks]
const thresholdsOfChecks = thresholdTables(checks)
const declared = [...thresholdsOfChecks].flatMap(([checkId, table]) =>
  Object.entries(table).map(([name, threshold]) => ({ checkId, name, threshold })),
)

describe('declared thresholds', () => {
  test('come with values that may be set, and in order', () => {
    assert.ok(declared.length > 40)
    for (const { checkId, name, threshold } of declared)
      assert.equal(thresholdProblem(thresholdsOfChecks, { checkId, name, value: threshold.default }), null, checkId)
    assert.equal(thresholdOrderProblem(thresholdsOfChecks, []), null)
  })

  test('are distinguished by their labels, and explained by a sentence', () => {
    for (const [checkId, table] of thresholdsOfChecks) {
      const labels = Object.values(table).map(({ label }) => label)
      assert.equal(new Set(labels).size, labels.length, checkId)
      for (const { explanation } of Object.values(table)) assert.match(explanation, /^[A-Z].{15,}\.$/, checkId)
    }
  })

  test('name another one that there is, of the same unit', () => {
    for (const { checkId, threshold } of declared) {
      if (!threshold.atMost) continue
      const other = thresholdsOfChecks.get(threshold.atMost.checkId ?? checkId)?.[threshold.atMost.name]
      assert.equal(other?.unit, threshold.unit, checkId)
    }
  })
})

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
const ofPages: [setting: ThresholdSetting, facts: FactOverrides, message: RegExp][] = [
  [{ checkId: 'title-too-short', name: 'minWidth', value: 25 }, {}, /of at least 25 characters/],
  [
    { checkId: 'title-too-long', name: 'maxWidth', value: 20 },
    { titles: [{ text: 'x'.repeat(30), line: 1 }] },
    /more than 20/,
  ],
  [{ checkId: 'meta-description-too-short', name: 'minWidth', value: 100 }, {}, /of at least 100 characters/],
  [{ checkId: 'meta-description-too-long', name: 'maxWidth', value: 50 }, {}, /more than 50 characters/],
  [
    { checkId: 'content-thin', name: 'minWords', value: 150 },
    { content: { mainText: words(120), wordCount: 120 } },
    /120 of at least 150 words/,
  ],
  [
    { checkId: 'html-too-large', name: 'warningBytes', value: 100_000 },
    { response: { bodyBytes: 200_000 } },
    /close to the size limit/,
  ],
  [
    { checkId: 'image-dimensions-missing', name: 'maxIconPixels', value: 10 },
    { images: [imageWith({ width: 20, height: null })] },
    /1 image without/,
  ],
  [
    { checkId: 'image-alt-empty', name: 'minSide', value: 100 },
    { images: [imageWith({ alt: '', width: 150, height: 150 })] },
    /decorative/,
  ],
  [{ checkId: 'zoom-disabled', name: 'minMaximumScale', value: 5 }, { viewport: 'maximum-scale=3' }, /maximum-scale=3/],
]
describe('page checks use the thresholds of the website, and say so', () => {
  for (const [setting, facts, message] of ofPages)
    test(`${setting.checkId}: ${setting.name}`, () => {
      const check = pageChecks.filter(({ id }) => id === setting.checkId)
      const issuesOf = (settings?: ThresholdSetting[]) =>
        runPageChecks(pageFactsWith(facts), tuneChecks(check, settings), assert.fail).issues
      assert.deepEqual(issuesOf(), [], 'as the check comes')
      const [issue] = issuesOf([setting])
      assert.match(issue?.message ?? '', message)
      const note = issue?.details.evidence.at(-1)
      assert.ok(note?.kind === 'text' && note.text.includes(`: ${setting.value} `), 'the evidence names it')
    })
})

const home = 'https://site.test/'
const ofSites: [setting: ThresholdSetting, site: TestSite][] = [
  [{ checkId: 'image-large', name: 'maxKilobytes', value: 100 }, imageOf(200_000)],
  [
    { checkId: 'response-slow', name: 'slowMs', value: 200 },
    { crawl: { laterResponses: { slow: [{ url: home, samplesMs: [300, 300, 300] }] } } },
  ],
  [
    { checkId: 'redirect-meta-refresh', name: 'maxDelay', value: 30 },
    {
      pages: [
        {
          url: home,
          facts: { refresh: { delay: 20, url: `${home}else`, raw: '20', source: 'tag', line: 3 } },
        },
      ],
    },
  ],
  [
    { checkId: 'response-unstable', name: 'minFailures', value: 1 },
    { targets: [{ url: home, attempts: gets(503, 200) }] },
  ],
  [{ checkId: 'page-deep', name: 'mostClicks', value: 1 }, chain(2)],
  [
    { checkId: 'page-single-inlink', name: 'minDepth', value: 1 },
    { ...chain(1), links: [{ from: home, to: `${home}1` }] },
  ],
  [
    { checkId: 'h1-duplicate', name: 'minPages', value: 2 },
    { pages: [0, 1].map(index => ({ url: `${home}${index}`, h1: 'Same', title: `${index}` })) },
  ],
]
describe('site checks do so, too', () => {
  for (const [setting, site] of ofSites)
    test(`${setting.checkId}: ${setting.name}`, async () => {
      assert.deepEqual(await siteIssues(setting.checkId, site), [], 'as the check comes')
      const [issue] = await siteIssues(setting.checkId, site, [setting])
      const note = issue?.details.evidence.at(-1)
      assert.ok(note?.kind === 'text' && note.text.includes(`: ${setting.value} `), 'the evidence names it')
    })

  test('duplicate-content-exact: minWords, below which a finding is information', async () => {
    const site = { pages: [0, 1].map(index => ({ url: `${home}${index}`, wordCount: 20, textHash: 'same' })) }
    const severities = async (settings?: ThresholdSetting[]) =>
      (await siteIssues('duplicate-content-exact', site, settings)).map(({ severity }) => severity)
    assert.deepEqual(await severities(), ['info'])
    assert.deepEqual(await severities([{ checkId: 'duplicate-content-exact', name: 'minWords', value: 10 }]), [
      'warning',
    ])
  })
})

async function siteIssues(checkId: string, site: TestSite, settings?: ThresholdSetting[]): Promise<NewIssue[]> {
  const check = siteChecks.filter(({ id }) => id === checkId)
  const batches = runSiteChecks(testSiteFacts(site), tuneChecks(check, settings), assert.fail)
  return (await Array.fromAsync(batches)).flatMap(({ issues }) => issues)
}

function imageOf(bytes: number): TestSite {
  const url = `${home}hero.png`
  return { targets: [{ url, mediaType: 'image/png', bytes }], links: [{ from: home, to: url, kind: 'image' }] }
}

/** Pages each of which links to the next. */
function chain(clicks: number): TestSite {
  const at = (depth: number) => (depth === 0 ? home : `${home}${depth}`)
  const depths = Array.from({ length: clicks + 1 }, (_, depth) => depth)
  return {
    crawl: { isComplete: true },
    pages: depths.map(depth => ({ url: at(depth), depth, inlinkCount: 1 })),
    links: depths.slice(1).map(depth => ({ from: at(depth - 1), to: at(depth) })),
  }
}

describe('tuneChecks()', () => {
  const slow: ThresholdSetting = { checkId: 'response-slow', name: 'slowMs', value: 1_000 }

  test('leaves checks as they are of which nothing is set', () => {
    assert.equal(tuneChecks(checks, undefined), checks)
    assert.equal(tuneChecks(checks, []), checks)
    const tuned = tuneChecks(checks, [slow])
    assert.deepEqual(
      tuned.filter((check, index) => check !== checks[index]).map(({ id }) => id),
      ['response-slow'],
    )
  })

  test('sets what is set, and nothing else of the check', () => {
    assert.deepEqual(tunedValues(responseSlow, [slow]), { slowMs: 1_000, poorMs: 1_800 })
    assert.deepEqual(tunedValues(responseSlow, undefined), { slowMs: 800, poorMs: 1_800 })
  })

  test('takes no notice of what cannot be: of another version, another range, a name of every object', () => {
    const odd = [
      { ...slow, name: 'gone' },
      { ...slow, value: -1 },
      { ...slow, name: '__proto__' },
      { ...slow, checkId: 'gone' },
    ]
    assert.deepEqual(tunedValues(responseSlow, odd), { slowMs: 800, poorMs: 1_800 })
  })
})
