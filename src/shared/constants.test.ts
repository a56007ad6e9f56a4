import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as constants from './constants.ts'

/** Section 9 of the specification once more: a change of a number in one place fails until it is made in the other. */
const specified: Record<string, readonly [actual: unknown, expected: unknown]> = {
  'a crawl of 100 pages, 1 to 500, 100 from the header': [
    [
      constants.CRAWL_LIMIT_DEFAULT,
      constants.CRAWL_LIMIT_MIN,
      constants.CRAWL_LIMIT_MAX,
      constants.CRAWL_LIMIT_FROM_HEADER,
    ],
    [100, 1, 500, 100],
  ],
  'polls after 1500 ms, a report of completion after 2000 ms, the lists again after 500 ms': [
    [constants.POLLING_INTERVAL_MS, constants.COMPLETION_CALLBACK_DELAY_MS, constants.REFETCH_AFTER_COMPLETION_MS],
    [1_500, 2_000, 500],
  ],
  'a hidden page that is gone after 2 seconds': [constants.HIDDEN_PAGE_CLEAR_DELAY_MS, 2_000],
  '50 issues at a time, 10 rows of a table, a search after 300 ms': [
    [constants.ISSUES_PAGE_SIZE, constants.TABLE_PAGE_SIZE, constants.SEARCH_DEBOUNCE_MS],
    [50, 10, 300],
  ],
  'the types of 1000 issues': [constants.DISTINCT_TYPE_SCAN_CAP, 1_000],
  'a new crawl within 10 minutes or below 5 pages': [
    [constants.NEW_CRAWL_WINDOW_MS, constants.NEW_CRAWL_BELOW_PAGES],
    [600_000, 5],
  ],
  'lists stale after 5 minutes and kept for 10': [
    [constants.LIST_STALE_MS, constants.LIST_RETENTION_MS],
    [300_000, 600_000],
  ],
  'page speed kept an hour, three retries, a backoff of 30 s at most, 2 minutes, 25,000 queries a day': [
    [
      constants.PAGE_SPEED_CACHE_MS,
      constants.PAGE_SPEED_RETRIES,
      constants.PAGE_SPEED_MAX_BACKOFF_MS,
      constants.PAGE_SPEED_DEADLINE_MS,
      constants.PAGE_SPEED_QUERIES_PER_DAY,
    ],
    [3_600_000, 3, 30_000, 120_000, 25_000],
  ],
  'one toast at a time, 5000 ms, kept 1000000 ms, swiped 50 px to the right, F8': [
    [
      constants.TOAST_LIMIT,
      constants.TOAST_DURATION_MS,
      constants.TOAST_REMOVAL_DELAY_MS,
      constants.TOAST_SWIPE_THRESHOLD_PX,
      constants.TOAST_SWIPE_DIRECTION,
      constants.TOAST_HOTKEY,
    ],
    [1, 5_000, 1_000_000, 50, 'right', 'F8'],
  ],
  'the three names in browser storage': [
    [constants.STORAGE_KEY_AUTH_USER, constants.STORAGE_KEY_THEME, constants.STORAGE_KEY_PAGE_INSIGHTS_URL],
    ['auth_user', 'theme', 'pageInsightsUrl'],
  ],
  'large images above 500 KB': [constants.LARGE_IMAGE_BYTES, 512_000],
  'a graph with radii of 20, 15 and 12, zoomed from 0.5 to 5': [
    [constants.GRAPH_NODE_RADII, [constants.GRAPH_ZOOM_MIN, constants.GRAPH_ZOOM_MAX]],
    [
      [20, 15, 12],
      [0.5, 5],
    ],
  ],
  'the colours of the chart': [
    constants.CHART_COLOURS,
    { brokenLinks: 'red', metaIssues: 'amber', redirects: 'green', duplicates: 'blue', other: 'purple' },
  ],
  'the name of the product, its version and its footer': [
    [constants.PRODUCT_NAME, constants.VERSION_LABEL, constants.FOOTER_TEXT],
    ['Sitesounder', 'v1.0.0', 'Sitesounder © 2025'],
  ],
}

for (const [name, [actual, expected]] of Object.entries(specified))
  test(`the constants say ${name}`, () => assert.deepEqual(actual, expected))
