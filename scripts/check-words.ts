import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Keeps words from coming back that were replaced by the terms of the field. `scripts/words-left.json` holds how often each file may
 * still use them: no file may use more. `--list` prints every use; `--write` writes the numbers anew, as for moved files, unless their sum
 * has risen.
 */

const ROOT = path.join(import.meta.dirname, '..')
const LEFT = path.join(ROOT, 'scripts', 'words-left.json')

/** What is about IP addresses, postal addresses and the HTML element. */
const NETWORK =
  /^(?:src\/(?:accounts|browser|fetch|html)\/|src\/api\/(?:address-range|client-address)|test\/attack\/|test\/faults\/names)/

/** Questions and answers of structured data, and those of AI search. */
const QUESTIONS =
  /^src\/(?:checks\/(?:robots|structured-data)\/|shared\/ai-crawlers)|^docs\/(?:checks|structured-data)\.md/

/** Names of robots.txt groups. */
const GROUP_NAMES = /^src\/crawl\/robots\/robots-rfc9309\.test/

/** Texts of fixture pages. */
const PAGE_TEXTS = /^(?:src\/crawl\/traps\/trap-likeness\.test|test\/support\/trap-site)/

/** Each with the term to use instead, and the files in which the word has another meaning. */
const replaced: readonly (readonly [words: RegExp, instead: string, except?: RegExp])[] = [
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix'],
  [/\bslips?\b/gi, 'mistake'],
  [/\bfaults? of (?:ours|its own)\b/gi, 'internal error'],
  [/\bverdicts?\b/gi, 'result'],
  [/\bjudg(?:e|es|ed|ing|e?ments?)\b/gi, 'check, result; reference tools'],
  [/\bset(?:s|ting)? aside\b|\bsetAside\w*/gi, 'suppressed'],
  [/\bhand(?:s|ed|ing)? over\b|\bhandOver\w*/gi, 'pass; client report'],
  [/\btall(?:y|ies|ied)\b/gi, 'counters'],
  [/\bwaves?\b/gi, 'level'],
  [/\bsettle(?:s|ments?)?\b|\b\w*Settlements?\b|\b\w*Outcomes?\b/g, 'commit, batch, result'],
  [/\bleft out\b/gi, 'skipped, omitted'],
  [/\b[Aa]sk(?:s|ed|ing)?(?:[A-Z]\w*)?\b(?! search engines\b)/g, 'request, fetch, require', PAGE_TEXTS],
  [/\banswer(?:s|ed|ing)?\b/gi, 'response, return, respond', QUESTIONS],
  [/\b(?:no|some|every|any)body\b/gi, 'no one, any visitor, every caller', GROUP_NAMES],
  [
    /\b(?:an?|another|any|each|every|of|one|own|page|same|start|the|two|web) address(?:es)?\b(?! (?:bar|guard)\b)/gi,
    'URL; IP address',
    NETWORK,
  ],
  [/\b(?:is|are|was|were|be|been|being) told\b/gi, 'reported, notified, passed'],
  [/\bwhoever\b/gi, 'anyone who, the visitor who'],
  [/\bsown\b/gi, 'seeded'],
  [/\bmuseum\b/gi, 'fixture site'],
  [/\brespoil\w*/gi, 'recompute passed'],
  [/\bkin\b/gi, 'related pages'],
  [/\bstandings\b/gi, 'link scores'],
  [/\bclicks? from the start\b/gi, 'crawl depth'],
  [/\bto which no link leads\b/gi, 'orphan page'],
  [/\b(?:engine|render)-?host\b|\b(?:link-?engine|measure-?link)\b/gi, 'engine supervisor, engine channel'],
  [/\bhost-?seats?\b/gi, 'host lease'],
]

/** Texts of pages, data, and quotations of requirements, in which such words are no terms. */
const exempt: readonly RegExp[] = [
  /^scripts\/(?:check-words\.ts|words-left\.json)$/,
  /\.data\.ts$/,
  /^src\/demo-site\//,
  /^src\/accounts\/common-passwords\.ts$/,
  /^src\/extract\/word-list\.ts$/,
  /^test\/(?:fixtures|golden|vendor)\//,
  /^docs\/measurements\/specification-coverage\.md$/,
  /^docs\/(?:openapi|report\.schema)\.json$/,
]
const SEARCHED = ['src', 'test', 'scripts', 'docs', 'deploy', 'bin', '*.md', 'package.json']
const TEXT = /\.(?:ts|tsx|mjs|css|html|md|json|yaml)$|Dockerfile$/

interface Use {
  line: number
  word: string
  instead: string
}

/** In the order of the text. Searched as a whole: a search of each line for each word takes ten times as long. */
function usesIn(file: string, text: string): Use[] {
  const rules = replaced.filter(([, , except]) => !except?.test(file))
  const found = rules.flatMap(([words, instead]) =>
    [...text.matchAll(words)].map(({ 0: word, index }) => ({ index, word, instead })),
  )
  return found
    .sort((first, second) => first.index - second.index)
    .map(({ index, word, instead }) => ({ line: text.slice(0, index).split('\n').length, word, instead }))
}

function usesByFile(): Map<string, Use[]> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...SEARCHED], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter(file => TEXT.test(file) && !exempt.some(form => form.test(file)))
  const found = files
    .filter(file => existsSync(path.join(ROOT, file)))
    .map(file => [file, usesIn(file, readFileSync(path.join(ROOT, file), 'utf8'))] as const)
  return new Map(found.filter(([, uses]) => uses.length > 0))
}

function sentence(file: string, { line, word, instead }: Use): string {
  return `${file}:${line}: “${word}” was replaced: ${instead}.`
}

const left: Record<string, number> = JSON.parse(readFileSync(LEFT, 'utf8'))
const found = usesByFile()
const grown = [...found].filter(([file, uses]) => uses.length > (left[file] ?? 0))
const shown = process.argv.includes('--list') ? [...found] : grown
for (const [file, uses] of shown) for (const use of uses) console.error(sentence(file, use))
if (process.argv.includes('--write')) {
  const counts = [...found].map(([file, uses]) => [file, uses.length] as const)
  const total = (numbers: Iterable<number>) => [...numbers].reduce((sum, count) => sum + count, 0)
  const hasRisen = total(counts.map(([, count]) => count)) > total(Object.values(left))
  if (hasRisen) console.error('There are more than before: use the terms of the field.')
  else writeFileSync(LEFT, `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`)
  process.exitCode = hasRisen ? 1 : 0
} else process.exitCode = grown.length > 0 ? 1 : 0
