/**
 * The constants of the specification (section 9), named as it names them. Browser and server read the same values; an
 * operator's limits are elsewhere, in `config.ts`.
 */

export const PRODUCT_NAME = 'Sitesounder'
export const VERSION_LABEL = 'v1.0.0'
export const FOOTER_TEXT = 'Sitesounder © 2025'

export const CRAWL_LIMIT_DEFAULT = 100
export const CRAWL_LIMIT_MIN = 1
export const CRAWL_LIMIT_MAX = 500
/** What the header's form asks for; it has no field for the limit. */
export const CRAWL_LIMIT_FROM_HEADER = 100

export const POLLING_INTERVAL_MS = 1_500
export const COMPLETION_CALLBACK_DELAY_MS = 2_000
export const REFETCH_AFTER_COMPLETION_MS = 500
export const HIDDEN_PAGE_CLEAR_DELAY_MS = 2_000

export const ISSUES_PAGE_SIZE = 50
export const TABLE_PAGE_SIZE = 10
export const SEARCH_DEBOUNCE_MS = 300
export const DISTINCT_TYPE_SCAN_CAP = 1_000
export const INFINITE_SCROLL_TRIGGER_PX = 500

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
export const WORD_ESTIMATE_DIVISOR = 6
export const WORD_ESTIMATE_GREEN_ABOVE = 300
export const WORD_ESTIMATE_YELLOW_ABOVE = 100
/** More than this share of images without alt text is red. */
export const ALT_BADGE_RED_ABOVE_SHARE = 0.5
export const LARGE_IMAGE_BYTES = 500 * 1024

export const REDIRECT_STATUS_MIN = 300
export const REDIRECT_STATUS_MAX = 399
export const ERROR_STATUS_MIN = 400

/** Colour tokens of the issue donut, by category; the tokens themselves are defined by the theme. */
export const CHART_COLOURS = {
  brokenLinks: 'red',
  metaIssues: 'amber',
  redirects: 'green',
  duplicates: 'blue',
  other: 'purple',
} as const
