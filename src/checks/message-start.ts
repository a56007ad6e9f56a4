import type { IssueType } from '#shared/model.ts'

/**
 * Screens route an issue by its type first and by the beginning of its message second (specification, section 2), so these
 * beginnings are fixed, in both directions: a check that owns one uses it, and no other check does.
 */
const beginningsById: ReadonlyMap<string, readonly string[]> = new Map([
  ['title-missing', ['Missing title']],
  ['title-too-short', ['Short title']],
  ['title-duplicate', ['Duplicate title']],
  ['meta-description-missing', ['Missing meta description']],
  ['meta-description-too-short', ['Short meta description']],
  ['h1-missing', ['Missing H1']],
  ['redirect-chain', ['Redirect chain']],
  ['redirect-internal-link', ['301 redirect', '308 redirect']],
  ['redirect-temporary', ['302 redirect', '303 redirect', '307 redirect']],
  // There is an alt text, so neither beginning of its type would be true; the type alone leads to the right screen.
  ['image-alt-filename', ['File name in place of an alt text']],
])

const beginningsByType: ReadonlyMap<IssueType, readonly string[]> = new Map<IssueType, readonly string[]>([
  ['broken_link', ['Broken link', 'Link could not be verified']],
  ['duplicate', ['Duplicate content']],
  ['missing_alt_tags', ['Missing alt tag', 'Empty alt tag']],
  ['alt_tag_issues', ['Missing alt tag', 'Empty alt tag']],
])

const everyBeginning = [...beginningsById.values(), ...beginningsByType.values()].flat()
/** Types whose messages may speak of failing targets. */
const brokenTypes: readonly IssueType[] = ['broken_link', 'broken_redirect', 'image_issues']
const BROKEN_WORDS = /\bbroken\b|\bnot found\b/i

/** What is wrong with a message of a check, as a sentence; null when nothing is. */
export function messageProblem(check: { id: string; type: IssueType }, message: string): string | null {
  const own = beginningsById.get(check.id) ?? beginningsByType.get(check.type)
  if (own && !own.some(beginning => message.startsWith(beginning))) {
    return `"${message}" must start with ${own.map(beginning => `"${beginning}"`).join(' or ')}`
  }
  const foreign = everyBeginning.find(beginning => message.startsWith(beginning))
  if (!own && foreign) return `"${message}" starts with "${foreign}", which belongs to other checks`
  if (!brokenTypes.includes(check.type) && BROKEN_WORDS.test(message)) {
    return `"${message}" speaks of failing targets, which sends it to the screen of those`
  }
  return null
}
