interface Heading {
  level: number
}

/** A heading with the levels skipped before it. */
export type OutlinedHeading<Item extends Heading> = Item & {
  /** Number of levels skipped after the previous heading. */
  skipped: number
}

/** An outline goes down one level at a time; it may go up by any number. */
export function headingOutline<Item extends Heading>(headings: readonly Item[]): OutlinedHeading<Item>[] {
  return headings.map((heading, index) => {
    const before = headings[index - 1]
    return { ...heading, skipped: before ? Math.max(0, heading.level - before.level - 1) : 0 }
  })
}
