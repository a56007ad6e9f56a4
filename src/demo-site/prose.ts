/** Deterministic prose for the pages of the demo site: about a hundred and forty words a page, no two pages alike. */

const openings = [
  'Every morning before four the ovens on the quay are lit, and',
  'When the fishing boats come home the shop is already warm, and',
  'Nobody in the village remembers a year without this smell, and',
  'Our grandmother kept her notes in a biscuit tin, and',
  'Flour arrives from the mill by bicycle on most weekdays, and',
  'The winter of the great storm taught us patience, and',
  'Visitors often ask why the crust is so dark, and',
  'Some say that bread is only water and waiting, and',
]
const middles = [
  'the first batch is always the one that the harbour pilots eat standing up',
  'we still weigh the salt on the brass scales that came with the building',
  'the dough rests under linen until it has forgotten the mixer entirely',
  'a little rye from last autumn gives the crumb its quiet sourness',
  'there is an argument about caraway that will never be settled here',
  'the apprentices learn to listen to a loaf before they look at it',
  'what is left at noon goes to the lifeboat crew without any ceremony',
  'the steam on the windows tells regular guests how late they are',
  'we write the weather beside each recipe because it matters that much',
  'the oldest starter lives in a stone jar that nobody may wash',
  'butter from the island dairy is folded in as cold as hands can bear',
  'seeds are toasted in the falling heat after the last tray is out',
  'children are allowed to shape the crooked rolls on Saturdays',
  'the bell above the door was rescued from a wrecked schooner',
]
const closings = [
  'Come early if you would like a warm one.',
  'Ask at the counter and we will gladly explain.',
  'The rest of the story is best told over coffee.',
  'You will find the times on the board beside the door.',
  'It keeps for four days, though it seldom has to.',
  'Bring a bag, and bring a friend to carry it.',
]

/** A small seeded generator (mulberry32); the seed is the text's hash. */
export function randomFrom(text: string): () => number {
  let state = 0x9e3779b9
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x85ebca6b)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Paragraphs about the bakery, the same for the same seed. */
export function prose(seed: string, paragraphs = 2): string[] {
  const random = randomFrom(seed)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  return Array.from({ length: paragraphs }, () => {
    const sentences = Array.from({ length: 2 }, () => `${pick(openings)} ${pick(middles)}; ${pick(middles)}.`)
    return [...sentences, pick(closings)].join(' ')
  })
}
