/**
 * A second reading of RFC 9309, for comparison: written from the standard alone, one octet and one decision at a time, with
 * no care for time. It shares no line with the product.
 */
export function referenceAllows(file: Uint8Array, question: { agent: string; path: string }): boolean {
  const path = question.path.split('#', 1)[0] || '/'
  if (path === '/robots.txt') return true
  const octets = Buffer.from(path, 'utf8').toString('latin1')
  const forms = [
    canonical(octets, { isPattern: false, readsQuery: true }),
    canonical(octets, { isPattern: false, readsQuery: false }),
  ]
  let best = { length: -1, isAllow: true }
  for (const { isAllow, value } of rulesFor(groupsOf(file), question.agent)) {
    const pattern = patternOf(value)
    if (!forms.some(form => fits(pattern, form))) continue
    const isBetter = pattern.length > best.length || (pattern.length === best.length && isAllow)
    if (isBetter) best = { length: pattern.length, isAllow }
  }
  return best.isAllow
}

interface Rule {
  isAllow: boolean
  value: string
}

interface Group {
  names: string[]
  rules: Rule[]
}

const names: Record<string, string> = {
  'user-agent': 'user-agent',
  useragent: 'user-agent',
  'user agent': 'user-agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
}

function groupsOf(file: Uint8Array): Group[] {
  const groups: Group[] = []
  let hasRules = true
  for (const line of linesOf(file)) {
    const [field, value] = fieldOf(line)
    const latest = groups.at(-1)
    if (field === 'user-agent') {
      const name = /^\*(\s|$)/.test(value) ? '*' : (/^[A-Za-z_-]*/.exec(value)?.[0] ?? '').toLowerCase()
      if (hasRules || !latest) groups.push({ names: [name], rules: [] })
      else latest.names.push(name)
      hasRules = false
    } else if ((field === 'allow' || field === 'disallow') && latest) {
      hasRules = true
      if (value.startsWith('/') || value.startsWith('*')) latest.rules.push({ isAllow: field === 'allow', value })
    }
  }
  return groups
}

function linesOf(file: Uint8Array): string[] {
  const text = Buffer.from(file).toString('latin1')
  const mark = ['\xef\xbb\xbf', '\xef\xbb', '\xef'].find(start => text.startsWith(start)) ?? ''
  return text.slice(mark.length).split(/\r\n|\n|\r/)
}

/** Name and value; two empty strings for anything else. */
function fieldOf(line: string): [field: string, value: string] {
  const trim = (text: string) => text.replace(/^[\t\n\v\f\r ]+/, '').replace(/[\t\n\v\f\r ]+$/, '')
  const text = trim(line.split('#', 1)[0] ?? '')
  const withColon = /^([^:]*):(.*)$/s.exec(text)
  const withBlank = /^([^ \t:]+)[ \t]+([^ \t:]+)$/s.exec(text)
  const [, name = '', value = ''] = withColon ?? withBlank ?? []
  const known = trim(name).toLowerCase()
  return [Object.hasOwn(names, known) ? (names[known] ?? '') : '', trim(value)]
}

function rulesFor(groups: readonly Group[], agent: string): Rule[] {
  const own = groups.filter(group => group.names.includes(agent.toLowerCase()))
  const chosen = own.length > 0 ? own : groups.filter(group => group.names.includes('*'))
  return chosen.flatMap(group => group.rules)
}

/** Octets to compare, wildcards as the word `any`, the end as the word `end`. */
function patternOf(value: string): string[] {
  const isAnchored = value.endsWith('$')
  const text = canonical(isAnchored ? value.slice(0, -1) : value, { isPattern: true, readsQuery: true })
  const steps = [...text].map(char => (char === '*' ? 'any' : char))
  return isAnchored ? [...steps, 'end'] : steps
}

const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'
const RESERVED = "!&'()+,;=:@/?#[]"

function canonical(octets: string, { isPattern, readsQuery }: { isPattern: boolean; readsQuery: boolean }): string {
  let written = ''
  let isInQuery = false
  for (let index = 0; index < octets.length; index += 1) {
    const octet = octets[index] ?? ''
    const triplet = octets.slice(index, index + 3)
    if (/^%[0-9A-Fa-f]{2}$/.test(triplet)) {
      const meant = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
      const isPlain = UNRESERVED.includes(meant) || (isInQuery && ':@/?'.includes(meant))
      // After an octet `%` that begins no triplet, a digit that is decoded could make one.
      const isAfterStray =
        /(?<stray>%|%[0-9A-Fa-f])$/.test(octets.slice(Math.max(0, index - 2), index)) && /[0-9A-Fa-f]/.test(meant)
      written += isPlain && !isAfterStray ? meant : triplet.toUpperCase()
      index += 2
      continue
    }
    if (octet === '?' && readsQuery) isInQuery = true
    const standsForItself = (UNRESERVED + RESERVED).includes(octet) || octet === '%' || (isPattern && octet === '*')
    written += standsForItself ? octet : `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  }
  return written
}

/** All places a prefix of the pattern can end at, step by step. */
function fits(pattern: readonly string[], path: string): boolean {
  let places = new Set([0])
  for (const step of pattern) {
    const next = new Set<number>()
    for (const place of places) {
      if (step === 'any') for (let later = place; later <= path.length; later += 1) next.add(later)
      else if (step === 'end') {
        if (place === path.length) next.add(place)
      } else if (path[place] === step) next.add(place + 1)
    }
    places = next
  }
  return places.size > 0
}
