interface Heading {
  level: number
}

/** A heading with what is odd about its place. */
export type OutlinedHeading<Item extends Heading> = Item & {
  /** Levels that are missing between it and the heading before, 0 when it follows as it should. */
  skipped: number
}

/** An outline begins with level 1 and goes down one level at a time; it may go up by any number. */
export function headingOutline<Item extends Heading>(headings: readonly Item[]): OutlinedHeading<Item>[] {
  return headings.map((heading, index) => {
    const before = headings[index - 1]
    return { ...heading, skipped: before ? Math.max(0, heading.level - before.level - 1) : 0 }
  })
}
