const PAUSE_MS = 50
/** Connections end within their time limits, which are shorter. */
const MAX_ATTEMPTS = 2_400

/**
 * Loads code that is needed late, when connections may have taken all handles that the process is allowed: it waits until some are
 * free again. What had been read of it is not read again.
 *
 * @throws whatever else loading fails with, and that failure, too, when no handle came free in two minutes.
 */
export async function loadPatiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (!isOutOfHandles(error) || attempt === MAX_ATTEMPTS) throw error
    }
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
}

function isOutOfHandles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
}
