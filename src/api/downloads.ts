import { AppError } from '#shared/errors.ts'
import { ownerTurns, type Requester } from './owner-turns.ts'

/** Downloads under way, in all and of one network. */
const MAX_DOWNLOADS = 200
const MAX_DOWNLOADS_PER_NETWORK = 40
/**
 * Of those, how many are made, each of which holds some megabytes: in all, of one network and for one owner. The others wait for their
 * beginning. Who reads slowly keeps a place until the end, so one network gets a quarter of the places at most.
 */
const MADE_AT_ONCE = 40
const MADE_AT_ONCE_PER_NETWORK = 10
const MADE_AT_ONCE_PER_OWNER = 4
/** Pieces that are made at once, in all and for one owner. */
const PIECES_AT_ONCE = 2
const PIECES_AT_ONCE_PER_OWNER = 1

export interface Download {
  /** Makes the next piece when it is this download's turn; the first one may wait for other downloads to end. */
  turn<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

/** Takes a download on. @throws AppError unavailable when there are too many. */
export type OpenDownload = (by: Requester) => Download

/**
 * Files that are made while they are sent take turns, a piece of each owner's at a time. So however many there are, other calls wait for
 * a few pieces only, and those who read slowly leave three quarters of the places to other networks.
 */
export function createDownloads(): OpenDownload {
  const turns = ownerTurns({
    atOnce: PIECES_AT_ONCE,
    atOncePerOwner: PIECES_AT_ONCE_PER_OWNER,
    // A download makes one piece at a time, so that their number bounds these.
    maxWaiting: MAX_DOWNLOADS,
    maxWaitingPerOwner: MAX_DOWNLOADS,
  })
  const waiting = { maxWaiting: MAX_DOWNLOADS, maxWaitingPerOwner: MAX_DOWNLOADS }
  const ofOwner = ownerTurns({ ...waiting, atOnce: MAX_DOWNLOADS, atOncePerOwner: MADE_AT_ONCE_PER_OWNER })
  const ofNetwork = ownerTurns({ ...waiting, atOnce: MADE_AT_ONCE, atOncePerOwner: MADE_AT_ONCE_PER_NETWORK })
  const byNetwork = new Map<string, number>()
  let open = 0
  return ({ ownerId, network }) => {
    const openOfNetwork = byNetwork.get(network) ?? 0
    if (openOfNetwork >= MAX_DOWNLOADS_PER_NETWORK)
      throw new AppError(
        'unavailable',
        `${openOfNetwork} downloads of your network are under way. Wait for one to end.`,
      )
    if (open >= MAX_DOWNLOADS)
      throw new AppError('unavailable', 'Too many downloads are under way. Please try again in a moment.')
    open += 1
    byNetwork.set(network, openOfNetwork + 1)
    const ended = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const hold = () => {
      begun.resolve()
      return ended.promise
    }
    // The owner's own turn comes first: a download that waits for it takes no place of the network.
    void ofOwner(ownerId, () => ofNetwork(network, hold))
    let isOpen = true
    return {
      turn: async work => {
        await begun.promise
        return await turns(ownerId, work)
      },
      close() {
        if (!isOpen) return
        isOpen = false
        ended.resolve()
        open -= 1
        const left = (byNetwork.get(network) ?? 1) - 1
        if (left > 0) byNetwork.set(network, left)
        else byNetwork.delete(network)
      },
    }
  }
}
