/**
 * Caps on what is kept of a page: every list has one. They bound facts, so both the extractor and the
 * store rely on them; waits and sizes of the wire are operator settings in settings/.
 */
export const MAX_TEXT = 2_000
/**
 * Elements that one page's tree may have; parsing ends there. Half a million take about 200 MB, and 15 MB of tags alone could
 * make four million.
 */
export const MAX_ELEMENTS_PER_PAGE = 500_000
/**
 * Formatting elements left open (`<font>`, `<b>`) are opened again in every following block, so their number grows with the
 * square of the input. Pages of the nineties reach a few ten thousand; beyond this none is opened again.
 */
export const MAX_REOPENED_ELEMENTS = 100_000
export const MAX_TAG_EXCERPT = 400
export const MAX_HEAD_EXCERPT = 2_048
export const MAX_LINKS_PER_PAGE = 10_000
export const MAX_IMAGES_PER_PAGE = 2_000
export const MAX_HEADINGS_PER_PAGE = 500
export const MAX_IDS_PER_PAGE = 10_000
/** Ids that links name in vain, kept of one page: a generated list of links must not crowd out those to other pages. */
export const MAX_MISSING_PER_TARGET = 500
export const MAX_FINDINGS_PER_LIST = 100
/** An element that so many pages share, in the same place, is one finding; on fewer pages it belongs to the finding of each page. */
export const MIN_PAGES_OF_CAUSE = 3
export const MAX_MAIN_TEXT = 100_000
/** Stretches of code in the main text. */
export const MAX_CODE_RANGES = 1_000
/** Stretches of lists in the main text: what stands further down is not suggested as a description. */
export const MAX_LIST_RANGES = 100
export const MAX_JSON_LD_BYTES = 100_000
export const MAX_URL_LENGTH = 8_192
export const MAX_PATH_DEPTH = 30
export const MAX_REPEATED_SEGMENTS = 3
/** URLs shown in one evidence entry; the total is always stated beside them. */
export const MAX_EVIDENCE_URLS = 100
/** Pages that link to a target, named in an issue about it; beyond them only the total is kept. */
export const MAX_NAMED_SOURCES = 1_000
/** Entries of a list of an issue that a response holds, with the total beside them; a cause stores as many of its pages. */
export const MAX_LISTED_PAGES = 20
