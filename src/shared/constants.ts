/**
 * The constants of the specification (section 9), named as it names them. Browser and server read the same values; an
 * operator's limits are elsewhere, in `settings/`.
 */

export const PRODUCT_NAME = 'Sitesounder'
export const VERSION_LABEL = 'v1.0.0'
export const FOOTER_TEXT = 'Sitesounder © 2025'

export const CRAWL_LIMIT_DEFAULT = 100
export const CRAWL_LIMIT_MIN = 1
export const CRAWL_LIMIT_MAX = 500
/** The limit of the header's form, which has no field for it. */
export const CRAWL_LIMIT_FROM_HEADER = 100

/** Pages of one crawl whose speed is measured, by any caller: each takes up to two minutes. */
export const PAGE_SPEED_SAMPLE_MAX = 25

export const POLLING_INTERVAL_MS = 1_500
export const COMPLETION_CALLBACK_DELAY_MS = 2_000
export const REFETCH_AFTER_COMPLETION_MS = 500
export const HIDDEN_PAGE_CLEAR_DELAY_MS = 2_000

export const ISSUES_PAGE_SIZE = 50
export const TABLE_PAGE_SIZE = 10
export const SEARCH_DEBOUNCE_MS = 300
export const DISTINCT_TYPE_SCAN_CAP = 1_000

export const NEW_CRAWL_WINDOW_MS = 10 * 60_000
export const NEW_CRAWL_BELOW_PAGES = 5
/** A crawl that is still running never shows more than this share of its progress bar. */
export const PROGRESS_CAP_PERCENT = 90

export const LIST_STALE_MS = 5 * 60_000
export const LIST_RETENTION_MS = 10 * 60_000

export const TOAST_LIMIT = 1
export const TOAST_REMOVAL_DELAY_MS = 1_000_000
export const TOAST_DURATION_MS = 5_000
export const TOAST_SWIPE_THRESHOLD_PX = 50
export const TOAST_SWIPE_DIRECTION = 'right'
export const TOAST_HOTKEY = 'F8'

export const STORAGE_KEY_AUTH_USER = 'auth_user'
export const STORAGE_KEY_THEME = 'theme'
export const STORAGE_KEY_PAGE_INSIGHTS_URL = 'pageInsightsUrl'

export const TITLE_MIN_FOR_SCORE = 11
export const TITLE_MAX_FOR_SCORE = 59
export const STRUCTURE_SCORE_GREEN = 80
export const STRUCTURE_SCORE_YELLOW = 60
export const WORD_COUNT_GREEN_ABOVE = 300
export const WORD_COUNT_YELLOW_ABOVE = 100
/** More than this share of images without alt text is red. */
export const ALT_BADGE_RED_ABOVE_SHARE = 0.5
/** A link on so many pages is met often, wherever it stands. */
export const HIGH_PRIORITY_SOURCES = 10
export const LARGE_IMAGE_BYTES = 500 * 1024

/** Radii of the graph's nodes by depth 1, 2 and more. */
export const GRAPH_NODE_RADII = [20, 15, 12] as const
/** Against the size at which all of the graph is seen. */
export const GRAPH_ZOOM_MIN = 0.5
export const GRAPH_ZOOM_MAX = 5

/** Colour tokens of the issue donut, by category; the tokens themselves are defined by the theme. */
export const CHART_COLOURS = {
  brokenLinks: 'red',
  metaIssues: 'amber',
  redirects: 'green',
  duplicates: 'blue',
  other: 'purple',
} as const

/** Scores of page speed, as Lighthouse and PageSpeed Insights band them: this and above is good, below the second poor. */
export const SCORE_GOOD_MIN = 90
export const SCORE_NEEDS_IMPROVEMENT_MIN = 50
/** Shares of the four scores in the overall one. */
export const OVERALL_SCORE_WEIGHTS = { performance: 0.35, accessibility: 0.25, bestPractices: 0.15, seo: 0.25 } as const
/**
 * Thresholds of the web vitals: up to `good` is good, above `poor` is poor. Milliseconds, CLS without a unit. Sources:
 * https://web.dev/articles/lcp, /inp, /cls, /fcp, /ttfb and, for the lab alone, /tbt.
 */
export const VITAL_THRESHOLDS = {
  lcpMs: { good: 2_500, poor: 4_000 },
  inpMs: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  fcpMs: { good: 1_800, poor: 3_000 },
  ttfbMs: { good: 800, poor: 1_800 },
  tbtMs: { good: 200, poor: 600 },
} as const
export const PAGE_SPEED_CACHE_MS = 60 * 60_000
export const PAGE_SPEED_RETRIES = 3
export const PAGE_SPEED_MAX_BACKOFF_MS = 30_000
export const PAGE_SPEED_DEADLINE_MS = 2 * 60_000
/** What the free service allows, for the words of a message. */
export const PAGE_SPEED_QUERIES_PER_DAY = 25_000

/** In which operators set amounts of storage and traffic. */
export const MEGABYTE = 1_000_000
/** In which a page and the memory that it takes are measured. */
export const MEBIBYTE = 1024 * 1024
