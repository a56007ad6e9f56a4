/** Responses of PageSpeed Insights as its documentation and its users show them, shortened to what differs. */

const metric = (percentile: number, good: number, needsImprovement: number, poor: number) => ({
  percentile,
  distributions: [
    { min: 0, max: 1, proportion: good },
    { min: 1, max: 2, proportion: needsImprovement },
    { min: 2, proportion: poor },
  ],
  category: 'FAST',
})

export const fieldMetrics = {
  CUMULATIVE_LAYOUT_SHIFT_SCORE: metric(3, 0.93, 0.04, 0.03),
  EXPERIMENTAL_TIME_TO_FIRST_BYTE: metric(712, 0.78, 0.17, 0.05),
  FIRST_CONTENTFUL_PAINT_MS: metric(1_462, 0.85, 0.1, 0.05),
  INTERACTION_TO_NEXT_PAINT: metric(154, 0.86, 0.1, 0.04),
  LARGEST_CONTENTFUL_PAINT_MS: metric(1_871, 0.89, 0.07, 0.04),
}

const audits = {
  'first-contentful-paint': {
    id: 'first-contentful-paint',
    score: 0.98,
    scoreDisplayMode: 'numeric',
    numericValue: 1_204.5,
    displayValue: '1.2 s',
  },
  'largest-contentful-paint': {
    id: 'largest-contentful-paint',
    score: 0.87,
    scoreDisplayMode: 'numeric',
    numericValue: 2_713.25,
  },
  'total-blocking-time': { id: 'total-blocking-time', score: 0.96, scoreDisplayMode: 'numeric', numericValue: 141 },
  'cumulative-layout-shift': {
    id: 'cumulative-layout-shift',
    score: 1,
    scoreDisplayMode: 'numeric',
    numericValue: 0.0123,
  },
  'speed-index': { id: 'speed-index', score: 0.94, scoreDisplayMode: 'numeric', numericValue: 2_345 },
  'server-response-time': { id: 'server-response-time', score: 1, scoreDisplayMode: 'informative', numericValue: 87 },
  'total-byte-weight': {
    id: 'total-byte-weight',
    score: 0.5,
    scoreDisplayMode: 'metricSavings',
    numericValue: 2_345_678,
    title: 'Avoid enormous network payloads',
    displayValue: 'Total size was 2,291 KiB',
    details: { type: 'table', items: [{ url: 'https://shop.example/hero.jpg', totalBytes: 812_345 }] },
  },
  'resource-summary': {
    id: 'resource-summary',
    score: 1,
    scoreDisplayMode: 'informative',
    details: {
      type: 'table',
      items: [
        { resourceType: 'total', label: 'Total', requestCount: 14, transferSize: 2_345_678 },
        { resourceType: 'script', label: 'Script', requestCount: 9, transferSize: 400_000 },
        { resourceType: 'image', label: 'Image', requestCount: 4, transferSize: 1_812_345 },
        { resourceType: 'media', label: 'Media', requestCount: 0, transferSize: 0 },
        { resourceType: 'third-party', label: 'Third-party', requestCount: 3, transferSize: 90_000 },
      ],
    },
  },
  metrics: {
    id: 'metrics',
    score: null,
    scoreDisplayMode: 'informative',
    details: { type: 'debugdata', items: [{ timeToFirstByte: 622 }] },
  },
  'render-blocking-insight': {
    id: 'render-blocking-insight',
    title: 'Render-blocking requests',
    description:
      'Requests are blocking the page’s initial render, which may delay LCP. [Deferring or inlining](https://web.dev/learn/performance/understanding-the-critical-path#render-blocking_resources) can move these network requests out of the critical path.',
    score: 0,
    scoreDisplayMode: 'metricSavings',
    displayValue: 'Est savings of 450 ms',
    metricSavings: { FCP: 450, LCP: 300 },
    details: { type: 'table', items: [{ url: 'https://shop.example/a.css', totalBytes: 8_123, wastedMs: 452.4 }] },
  },
  'unused-javascript': {
    id: 'unused-javascript',
    title: 'Reduce unused JavaScript',
    description: 'Reduce `unused` JavaScript.',
    score: 0.5,
    scoreDisplayMode: 'metricSavings',
    metricSavings: { FCP: 0, LCP: 150 },
    details: {
      type: 'opportunity',
      overallSavingsMs: 150,
      overallSavingsBytes: 92_160,
      items: [{ url: 'https://shop.example/app.js', totalBytes: 200_000, wastedBytes: 92_160 }],
    },
  },
  'unminified-css': { id: 'unminified-css', title: 'Minify CSS', score: 1, scoreDisplayMode: 'metricSavings' },
  'lcp-breakdown-insight': {
    id: 'lcp-breakdown-insight',
    title: 'LCP breakdown',
    score: null,
    scoreDisplayMode: 'informative',
    details: { type: 'list', items: [{ type: 'table', items: [] }] },
  },
}

const refs = (group: string, ...ids: string[]) => ids.map(id => ({ id, weight: 0, group }))

export function lighthouseResult(more: Record<string, unknown> = {}) {
  return {
    requestedUrl: 'https://shop.example/',
    finalUrl: 'https://shop.example/en',
    finalDisplayedUrl: 'https://shop.example/en',
    lighthouseVersion: '13.5.0',
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/152.0.7900.1 Safari/537.36',
    fetchTime: '2026-11-20T10:11:12.345Z',
    environment: {
      hostUserAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/152.0.7900.1 Safari/537.36',
      benchmarkIndex: 600,
    },
    runWarnings: ['The page loaded too slowly to finish within the time limit. Results may be incomplete.'],
    configSettings: { formFactor: 'mobile', locale: 'en-US' },
    audits,
    categories: {
      performance: {
        id: 'performance',
        score: 0.92,
        auditRefs: [
          ...refs('metrics', 'first-contentful-paint', 'largest-contentful-paint'),
          ...refs('diagnostics', 'unused-javascript', 'unminified-css', 'total-byte-weight'),
          ...refs('insights', 'lcp-breakdown-insight', 'render-blocking-insight'),
          ...refs('hidden', 'metrics', 'server-response-time'),
        ],
      },
      accessibility: { id: 'accessibility', score: 0.885, auditRefs: [] },
      'best-practices': { id: 'best-practices', score: 1, auditRefs: [] },
      seo: { id: 'seo', score: 0.75, auditRefs: [] },
    },
    ...more,
  }
}

export function googleResponse(more: Record<string, unknown> = {}) {
  return {
    captchaResult: 'CAPTCHA_NOT_NEEDED',
    kind: 'pagespeedonline#result',
    id: 'https://shop.example/en',
    loadingExperience: {
      id: 'https://shop.example/en',
      metrics: fieldMetrics,
      overall_category: 'FAST',
      initial_url: 'https://shop.example/',
    },
    originLoadingExperience: { id: 'https://shop.example', metrics: fieldMetrics, overall_category: 'FAST' },
    lighthouseResult: lighthouseResult(),
    analysisUTCTimestamp: '2026-11-20T10:11:12.345Z',
    ...more,
  }
}

/** As Google's APIs report errors: an older list of reasons, and ErrorInfo beside it. */
export function googleErrorResponse(of: {
  code: number
  message: string
  reason?: string
  status?: string
  info?: string
}) {
  const { code, message, reason = 'backendError', status, info } = of
  const details = info && [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: info,
      domain: 'googleapis.com',
      metadata: { service: 'pagespeedonline.googleapis.com' },
    },
  ]
  return {
    error: {
      code,
      message,
      errors: [{ message, domain: 'global', reason }],
      ...(status && { status }),
      ...(details && { details }),
    },
  }
}

/** Lighthouse's own errors, which PageSpeed Insights passes on. */
export function lighthouseErrorResponse(
  code: number,
  lighthouseCode: string,
  words = 'Lighthouse was unable to reliably load the page you requested.',
) {
  const message = `Lighthouse returned error: ${lighthouseCode}. ${words}`
  const reason = code === 400 ? 'lighthouseUserError' : 'lighthouseError'
  return { error: { code, message, errors: [{ message, domain: 'lighthouse', reason }] } }
}
