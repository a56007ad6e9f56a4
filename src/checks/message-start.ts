import type { IssueType } from '#shared/model.ts'

/**
 * Screens route an issue by its type first and by the beginning of its message second, so these beginnings are fixed in both
 * directions: a check with an entry uses one of them, and no other check does.
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
  // There is an alt text, so neither beginning of its type is true; its type alone routes it.
  ['image-alt-filename', ['File name as alt text']],
])

const beginningsByType: ReadonlyMap<IssueType, readonly string[]> = new Map<IssueType, readonly string[]>([
  ['broken_link', ['Broken link', 'Broken internal link', 'Broken external link', 'Link could not be verified']],
  ['duplicate', ['Duplicate content']],
  ['missing_alt_tags', ['Missing alt tag', 'Empty alt tag']],
  ['alt_tag_issues', ['Missing alt tag', 'Empty alt tag']],
])

const everyBeginning = [...beginningsById.values(), ...beginningsByType.values()].flat()
/** Types whose messages may contain these words. */
const brokenTypes: readonly IssueType[] = ['broken_link', 'redirect', 'image_issues']
const BROKEN_WORDS = /\bbroken\b|\bnot found\b/i

/** The problem of a check's message, as a sentence; null when there is none. */
export function messageProblem(check: { id: string; type: IssueType }, message: string): string | null {
  const own = beginningsById.get(check.id) ?? beginningsByType.get(check.type)
  if (own && !own.some(beginning => message.startsWith(beginning))) {
    return `"${message}" must start with ${own.map(beginning => `"${beginning}"`).join(' or ')}`
  }
  const foreign = everyBeginning.find(beginning => message.startsWith(beginning))
  if (!own && foreign) return `"${message}" starts with "${foreign}", which belongs to other checks`
  if (!brokenTypes.includes(check.type) && BROKEN_WORDS.test(message)) {
    return `"${message}" contains a word that routes it to the screen of broken links`
  }
  return null
}
