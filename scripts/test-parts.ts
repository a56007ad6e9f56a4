import { globSync } from 'node:fs'
import { FULL_MEASURE } from '../test/support/measure.ts'
import { importingTests, storingTests } from '../test/support/storing-tests.ts'

/** Which test files `npm test` and `npm run test:all` run, and which of them share a process. */

/** Files that one process runs. */
export interface Part {
  files: string[]
  /** Variables of the environment that are set before. */
  env?: Record<string, string> | undefined
}

const LONG = '{src,test}/**/*.long.test.ts'
/** They start servers of PostgreSQL. */
const SCALE = 'test/scale/**/*.test.ts'
const BROWSER_TESTS = 'test/e2e/**/*.test.ts'
const LONG_BROWSER_TESTS = 'test/e2e/**/*.long.test.ts'
/** Their subject is the program around the database: with PostgreSQL they would do the same again. */
const ONCE_ON_SQLITE = [
  'test/{abuse,attack,deploy}/**/*.test.ts',
  'test/cli/browser-priority.long.test.ts',
  'test/mcp/**/*.long.test.ts',
  'test/pagespeed/**/*.test.ts',
  'test/{ranking,recall}/**/*.test.ts',
  'test/faults/{access-rendering,access-sign-in,host-files,names,redirect-hops,rendered-site,rendering,tls}.*test.ts',
]
/** The files that lead there share a server and a browser, and so a process. */
const SHARED_DEMO = 'test/support/shared-demo.ts'
/** Processes for those that share: one alone would still run when all else has ended. */
const SHARING_PARTS = 3
/** Processes for the tests beside the code: one for each of hundreds of files would take longer to start than its tests do. */
const UNIT_PARTS = 2
/** Tests of functions: each takes less time than its process would take to start. */
const SHORT = 'test/{bench,deploy,differential,exports,fuzz,properties,reference-tools,support}/**/*.test.ts'
/** Tests of crawls, pages and commands: a process for each file would read the whole program again, and compile it. */
const JOINED = 'test/{cli,faults,golden,library,ranking,recall}/**/*.test.ts'
const JOINED_PARTS = 6
/** Not joined: it has hooks for each test of its process. */
const APART = ['test/cli/config.test.ts']
/** Of the long tests in these folders, those that take minutes, measure or kill; the others take seconds, and are joined, too. */
export const TAKES_MINUTES = [
  'test/cli/{audit-baseline,backup,browser-priority,build-servers,ci-script,pagespeed,users}.long.test.ts',
  'test/faults/{access,access-*,hostile-crawl,large-sitemaps,load,machine,names,page-speed}.long.test.ts',
  'test/faults/{real-sites,rendered-site,rendering,resume}.long.test.ts',
]

/** Lighthouse comes after everything else on the machine, and gives a page up after two minutes: beside all other tests it would. */
const MEASURING = '{test/pagespeed/*,test/cli/pagespeed,test/e2e/own-audit,test/e2e/page-speed}.long.test.ts'

/** Of `npm test`. */
export function quickParts(hasPostgres: boolean): Part[] {
  const exclude = [LONG, ...(hasPostgres ? [] : [SCALE])]
  const others = files(['test/**/*.test.ts'], exclude)
  const sharing = importingTests(SHARED_DEMO, [BROWSER_TESTS]).filter(file => !file.endsWith('.long.test.ts'))
  const short = files([SHORT], exclude)
  const joined = files([JOINED], [...exclude, ...APART])
  // What is begun last runs alone at the end.
  const longest = files([BROWSER_TESTS], exclude)
  const inPart = new Set([...sharing, ...short, ...joined])
  const single = [...new Set([...longest, ...others])].filter(file => !inPart.has(file))
  const unit = files(['src/**/*.test.ts'], exclude)
  return [
    ...inParts(sharing, SHARING_PARTS),
    ...inParts(unit, UNIT_PARTS),
    ...inParts(joined, JOINED_PARTS),
    { files: short },
    ...singly(single),
  ]
}

/** The long tests that measure pages: they run when all others have ended. */
export function measuringParts(isFull: boolean): Part[] {
  const parts = singly(files([MEASURING]))
  return isFull ? parts.map(part => ({ ...part, env: FULL_MEASURE })) : parts
}

/** The other tests that take long, for which `npm test` has a quicker proof; at the full measure also all cases of which it tries a sample. */
export function longParts(hasPostgres: boolean, isFull: boolean): Part[] {
  const long = files([LONG], [MEASURING, ...(hasPostgres ? [] : [SCALE])])
  const measuring = new Set(files([MEASURING]))
  const sampling = isFull ? importingTests('test/support/measure.ts').filter(file => !measuring.has(file)) : []
  const sharing = importingTests(SHARED_DEMO, [LONG_BROWSER_TESTS])
  const inPart = new Set([...sampling, ...sharing])
  const full = singly(sampling).map(part => ({ ...part, env: FULL_MEASURE }))
  return [...full, ...inParts(sharing, SHARING_PARTS), ...singlyOrJoined(long.filter(file => !inPart.has(file)))]
}

/** The tests that store something, or the named ones of them; without the browser tests, unless they are named. */
export function onPostgres(named: readonly string[], env: Record<string, string>): Part[] {
  const once = new Set(files([BROWSER_TESTS, ...ONCE_ON_SQLITE]))
  const wanted = storingTests().filter(file => (named.length > 0 ? named.includes(file) : !once.has(file)))
  const unit = wanted.filter(file => file.startsWith('src/'))
  const others = wanted.filter(file => !file.startsWith('src/'))
  const parts = [...inParts(unit, UNIT_PARTS), ...singlyOrJoined(others)]
  return parts.map(part => ({ ...part, env }))
}

export function singly(names: readonly string[]): Part[] {
  return names.map(name => ({ files: [name] }))
}

/** What may share a process comes last: it takes less time. */
function singlyOrJoined(names: readonly string[]): Part[] {
  const joinable = new Set(files([JOINED], [...APART, ...TAKES_MINUTES]))
  const joined = names.filter(file => joinable.has(file))
  return [...singly(names.filter(file => !joinable.has(file))), ...inParts(joined, JOINED_PARTS)]
}

/** Every n-th file, as neighbours are alike. */
function inParts(names: readonly string[], count: number): Part[] {
  const parts = Array.from({ length: count }, (_, part) => names.filter((_name, at) => at % count === part))
  return parts.filter(part => part.length > 0).map(part => ({ files: part }))
}

function files(patterns: readonly string[], exclude: readonly string[] = []): string[] {
  return globSync(patterns, { exclude })
    .map(file => file.replaceAll('\\', '/'))
    .sort()
}
