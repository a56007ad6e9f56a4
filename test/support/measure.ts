/** How much is tried of what is alike: a sample in `npm test` and `npm run test:all`, everything in `npm run test:full`. */

export const FULL_MEASURE = { SITESOUNDER_TEST_MEASURE: 'full' }

export const isFullMeasure = process.env.SITESOUNDER_TEST_MEASURE === FULL_MEASURE.SITESOUNDER_TEST_MEASURE

/** Options of a test for which another one of the same file stands otherwise. */
export const atFullMeasure = { skip: isFullMeasure ? false : 'one of many alike: npm run test:full runs it' }

/** Every n-th, beginning with the first; all of them at the full measure. */
export function sampled<T>(all: readonly T[], every: number): T[] {
  return isFullMeasure ? [...all] : all.filter((_each, index) => index % every === 0)
}
