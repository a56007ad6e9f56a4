/** As many connections as the others have. */
export const CONNECTIONS = 32

/** The last line of every peer: how many pages it read. */
export function say(pages) {
  console.log(`${pages} pages`)
}
