import { readCrawl, readCrawls } from './crawls/crawl-row.ts'
import { readCrawlsAhead } from './crawls/crawls-ahead.ts'
import { readPageSpeedSample } from './crawls/page-speed-samples.ts'
import { compiledQuery } from './database/compiled-query.ts'
import { readCheckCounters } from './database/counters.ts'
import type { Database, Extraction, ExtractionDatabase } from './database/database.ts'
import { createKeptLists, type ReportCrawl } from './database/kept-lists.ts'
import {
  readAbsentIssues,
  readChangedPages,
  readFindingChanges,
  readIssuesOfCrawl,
  readPageChanges,
} from './issues/crawl-changes.ts'
import { readFindingNotes } from './issues/finding-notes.ts'
import { readFindingReach } from './issues/finding-reach.ts'
import { readIssuePages } from './issues/issue-pages.ts'
import {
  countIssues,
  findIssue,
  readIssues,
  readIssuesById,
  readIssuesNaming,
  readIssueTypes,
} from './issues/issues.ts'
import { countPagesOfIssue, countPartPages, type PagesOfIssueQuery, readPagesOfIssue } from './issues/pages-of-issue.ts'
import { readPartReach } from './issues/part-reach.ts'
import {
  readChecksWithFindings,
  readSuppressed,
  readSuppressedCounts,
  readSuppressedOfCheck,
} from './issues/suppressed-issues.ts'
import { readInlinkPages } from './links/inlink-pages.ts'
import { readPageInlinks } from './links/inlinks.ts'
import { readLinkKinds, readLinkTargets, readNeighbours } from './links/link-targets.ts'
import { readLinksOfPages, readOutlinks } from './links/page-links.ts'
import { readStructureLinks, readStructurePages } from './links/structure.ts'
import { readTarget } from './links/targets.ts'
import {
  readComparablePages,
  readComparablePagesAt,
  readComparablePagesById,
  readTextCounts,
} from './pages/comparable-pages.ts'
import { readPageFigures } from './pages/listed-query.ts'
import { readFactsOfPages } from './pages/page-facts.ts'
import { readPageKeys } from './pages/page-key.ts'
import type { PageQuery } from './pages/page-row.ts'
import { countPages, readPageCounts, readPages } from './pages/pages.ts'
import { countSkippedUrls, readSkippedCounts, readSkippedUrls } from './pages/skipped-urls.ts'
import { readExtractor, readMainText, readPageFacts, readStoredPage } from './pages/stored-pages.ts'
import { readTextSums } from './pages/text-sums.ts'
import {
  countTranslationSets,
  readLanguageCounts,
  readSetsAfter,
  readTranslationSet,
  readTranslationSets,
} from './pages/translation-sets.ts'
import { readUrlStates } from './pages/url-states.ts'
import { countVisitRows, readVisitRows } from './visits/visit-rows.ts'

/** The id of no crawl: every read of it is empty. */
const NO_CRAWL = 0

export type ReadingStore = ReturnType<typeof createReadingStore>

/** Reads for reports. A hidden crawl (its website is cleared, or newer crawls replace it) reads like one that does not exist. */
export function createReadingStore(database: Database, extraction: Extraction) {
  const lists = createKeptLists()
  const ofCrawl =
    <Args extends unknown[], Result>(
      read: (crawl: ReportCrawl & ExtractionDatabase, ...args: Args) => Promise<Result>,
    ) =>
    async (crawlId: number, ...args: Args): Promise<Result> => {
      const visibleId = (await visibleCrawl(database, { crawlId }))[0]?.id ?? NO_CRAWL
      return await read({ ...database, lists, extraction, crawlId: visibleId }, ...args)
    }
  const ofAll =
    <Args extends unknown[], Result>(read: (database: Database, ...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      read(database, ...args)
  return {
    crawls: ofAll(readCrawls),
    crawl: ofAll(readCrawl),
    crawlsAhead: ofAll(readCrawlsAhead),
    checkCounters: ofCrawl(readCheckCounters),
    pageSpeedSample: ofCrawl(readPageSpeedSample),

    pages: ofCrawl(async (crawl, query: PageQuery) =>
      isOfIssue(query) ? await readPagesOfIssue(crawl, query) : await readPages(crawl, query),
    ),
    countPages: ofCrawl(async (crawl, query: PageQuery) =>
      isOfIssue(query) ? await countPagesOfIssue(crawl, query) : await countPages(crawl, query),
    ),
    pageCounts: ofCrawl(readPageCounts),
    pageFigures: ofCrawl(readPageFigures),
    pageKeys: ofCrawl(readPageKeys),
    comparablePages: ofCrawl(readComparablePages),
    comparablePagesAt: ofCrawl(readComparablePagesAt),
    comparablePagesById: ofCrawl(readComparablePagesById),
    textCounts: ofCrawl(readTextCounts),
    mainText: ofCrawl(readMainText),
    urlStates: ofCrawl(readUrlStates),
    textSums: ofCrawl(readTextSums),
    pageFacts: ofCrawl(readPageFacts),
    extractor: ofCrawl(readExtractor),
    storedPage: ofCrawl(readStoredPage),
    factsOfPages: ofCrawl(readFactsOfPages),
    skippedCounts: ofCrawl(readSkippedCounts),
    skippedUrls: ofCrawl(readSkippedUrls),
    countSkippedUrls: ofCrawl(countSkippedUrls),
    languageCounts: ofCrawl(readLanguageCounts),
    translationSets: ofCrawl(readTranslationSets),
    translationSetsAfter: ofCrawl(readSetsAfter),
    countTranslationSets: ofCrawl(countTranslationSets),
    translationSet: ofCrawl(readTranslationSet),

    visitRows: ofCrawl(readVisitRows),
    countVisitRows: ofCrawl(countVisitRows),

    issues: ofCrawl(readIssues),
    countIssues: ofCrawl(countIssues),
    issue: ofCrawl(findIssue),
    issuesById: ofCrawl(readIssuesById),
    issuePages: ofCrawl(readIssuePages),
    issueTypes: ofCrawl(readIssueTypes),
    issuesNaming: ofAll(readIssuesNaming),
    findingNotes: ofAll(readFindingNotes),
    findingReach: ofCrawl(readFindingReach),
    partReach: ofCrawl(readPartReach),
    partPages: ofCrawl(countPartPages),
    suppressedIssues: ofCrawl(readSuppressed),
    suppressedCounts: ofCrawl(readSuppressedCounts),
    suppressedOfCheck: ofCrawl(readSuppressedOfCheck),
    checksWithFindings: ofCrawl(readChecksWithFindings),
    findingChanges: ofCrawl(readFindingChanges),
    absentIssues: ofCrawl(readAbsentIssues),
    issuesOfCrawl: ofCrawl(readIssuesOfCrawl),
    pageChanges: ofCrawl(readPageChanges),
    changedPages: ofCrawl(readChangedPages),

    target: ofCrawl(readTarget),
    linkTargets: ofCrawl(readLinkTargets),
    linkKindsOf: ofCrawl(readLinkKinds),
    neighbours: ofCrawl(readNeighbours),
    outlinks: ofCrawl(readOutlinks),
    linksOfPages: ofCrawl(readLinksOfPages),
    inlinks: ofCrawl(readPageInlinks),
    inlinkPages: ofCrawl(readInlinkPages),
    structurePages: ofCrawl(readStructurePages),
    structureLinks: ofCrawl(readStructureLinks),
  }
}

function isOfIssue(query: PageQuery): query is PagesOfIssueQuery {
  return query.issueId !== undefined
}

const visibleCrawl = compiledQuery(({ db }, { crawlId }) =>
  db.selectFrom('crawl').select('id').where('id', '=', crawlId).where('is_hidden', '=', 0),
)
