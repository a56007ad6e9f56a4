import { retiredResults, uncheckedResults } from '../src/checks/structured-data/rich-results/left-out.ts'
import { ratings } from '../src/checks/structured-data/rich-results/ratings.ts'
import { richResults } from '../src/checks/structured-data/rich-results/rich-results.ts'
import type { Condition, Need, Part, RichResult, Rule } from '../src/checks/structured-data/rich-results/rule.ts'

/** The page docs/structured-data.md: the tables of rich results as people read them. */

type Level = 'required' | 'recommended'

function conditions(all: readonly Condition[]): string {
  const present = all.filter(({ value }) => value === null).map(({ path }) => `\`${path}\``)
  const equal = all.filter(({ value }) => value !== null).map(({ path, value }) => `\`${path}\` is ${value}`)
  return [present.length > 0 ? `${present.join(' or ')} is there` : '', ...equal].filter(Boolean).join(' or ')
}

function needInWords({ oneOf, onlyWith, unless }: Need): string {
  const paths = oneOf.map(path => `\`${path}\``).join(' or ')
  const only = onlyWith.length > 0 ? ` where ${conditions(onlyWith)}` : ''
  return `${paths}${only}${unless.length > 0 ? ` unless ${conditions(unless)}` : ''}`
}

/** `offers` (Offer): what it requires; what ratings require is stated once. */
function partInWords({ of, rules }: Part, level: Level): string[] {
  return rules.flatMap(rule => {
    const texts = wordsOf(rule, level)
    if (texts.length === 0 || ratings[of]?.includes(rule)) return []
    const types = rule.names.size > 0 ? ` (${typesOf(rule)})` : ''
    return [`in \`${of}\`${types}: ${texts.join(', ')}`]
  })
}

function wordsOf(rule: Rule, level: Level): string[] {
  return [...rule[level].map(needInWords), ...rule.parts.flatMap(part => partInWords(part, level))]
}

function appliesOf(rule: Rule): string[] {
  const within = rule.parts.flatMap(({ of, rules }) =>
    rules.flatMap(each => {
      const texts = ratings[of]?.includes(each) ? [] : appliesOf(each)
      return texts.length > 0 ? [`in \`${of}\`: ${texts.join(', ')}`] : []
    }),
  )
  return [...rule.whereItApplies.map(path => `\`${path}\``), ...within]
}

const typesOf = ({ names, isWithKinds }: Rule): string =>
  [...names].join(', ') + (isWithKinds ? (names.size > 1 ? ' and kinds of them' : ' and kinds of it') : '')

function resultRow({ title, rule, onlyWith, exceptWith, url, comparedIn, note }: RichResult): string {
  const remarks = [
    onlyWith.length > 0 ? `Checked where ${conditions(onlyWith)}.` : '',
    exceptWith.length > 0 ? `Not checked where ${conditions(exceptWith)}.` : '',
    note,
  ]
  return tableRow([
    `[${title}](${url})`,
    typesOf(rule),
    wordsOf(rule, 'required').join('; '),
    wordsOf(rule, 'recommended').join('; '),
    [...new Set(appliesOf(rule))].join('; '),
    comparedIn,
    remarks.filter(Boolean).join(' '),
  ])
}

const ratingRows = (): string[] =>
  Object.entries(ratings).flatMap(([of, rules]) =>
    rules.map(rule =>
      tableRow([`\`${of}\``, typesOf(rule), wordsOf(rule, 'required').join('; '), appliesOf(rule).join('; ')]),
    ),
  )

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export function structuredDataDocument(): string {
  return `# Structured data

Written by \`npm run docs\` from the tables in \`src/checks/structured-data/rich-results\`; change those, not this page.

For what Google shows as a rich result it requires some properties and recommends others. \`structured-data-required\` tells which of
the first are missing, \`structured-data-recommended\` which of the second, where none of the first are. Both read JSON-LD, Microdata and
RDFa. Things that point to each other by \`@id\` are known of each other; a list, a value of schema.org by its URL or its short name,
and one of several types are taken for what they are.

Every row was compared with the tables of the page that it links to, as a copy of these pages has them
([July 2026](https://github.com/HunterHelms/Google-SEO-tips/tree/9dacaac/appearance/structured-data)). Where a row requires less than its
page, the last column says why: a finding that is wrong is worse than one that is missing. “Where it applies” names what Google
recommends for some things alone, by its own words or because not every such thing has it; that it is missing is never reported.

Not reported, either: what is recommended for a thing whose \`url\`, or whose \`@id\` that is a URL, is that of another page; and what is
recommended for a business anywhere but on the start page and on its own page.

| shown as | types | required | recommended | where it applies | compared | notes |
| --- | --- | --- | --- | --- | --- | --- |
${richResults.map(resultRow).join('\n')}

“In \`offers\`” applies to each thing that is a value of \`offers\`, where it is described on the page.

## Ratings and reviews within them

Of products, applications, events, recipes, courses, movies, books and what else the page about
[review snippets](https://developers.google.com/search/docs/appearance/structured-data/review-snippet) names. Those that a business or
an organization has of itself are not checked.

| property | types | required | where it applies |
| --- | --- | --- | --- |
${ratingRows().join('\n')}

## Not checked

| shown as | types | why |
| --- | --- | --- |
${uncheckedResults.map(({ title, types, why, url }) => tableRow([`[${title}](${url})`, types.join(', '), why])).join('\n')}

## No longer shown

The markup does no harm, and nothing of it is missing.

| was shown as | types | gone |
| --- | --- | --- |
${retiredResults.map(({ title, types, since, url }) => tableRow([`[${title}](${url})`, types.join(', '), since])).join('\n')}
`
}
