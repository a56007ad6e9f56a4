/** Geometry of a donut chart. */
interface RingSize {
  /** Centre of the ring is (0, 0); both radii in user units. */
  outerRadius: number
  innerRadius: number
}

interface Slice {
  /** Index into the values given; values of zero have no slice. */
  index: number
  /** Angles in radians, clockwise from twelve o'clock. */
  from: number
  to: number
}

const FULL_TURN = 2 * Math.PI
/** 5 degrees: a single issue among thousands can still be seen and pointed at. */
const SMALLEST_ANGLE = (5 / 360) * FULL_TURN

/** Slices in the order of the values. Tiny shares are widened to 5 degrees, at the cost of the larger ones in proportion. */
export function donutSlices(values: readonly number[]): Slice[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total <= 0) return []
  const angles = values.map(value => (value / total) * FULL_TURN)
  const isTiny = (angle: number): boolean => angle > 0 && angle < SMALLEST_ANGLE
  const widened = angles.filter(isTiny).length * SMALLEST_ANGLE
  const rest = angles.reduce((sum, angle) => sum + (isTiny(angle) ? 0 : angle), 0)
  const shrink = rest === 0 ? 1 : (FULL_TURN - widened) / rest
  const slices: Slice[] = []
  let from = 0
  for (const [index, angle] of angles.entries()) {
    if (angle === 0) continue
    const to = from + (isTiny(angle) ? SMALLEST_ANGLE : angle * shrink)
    slices.push({ index, from, to })
    from = to
  }
  return slices
}

/** SVG path of one slice. A slice of a full turn needs two arcs: an arc that ends where it begins is not rendered. */
export function slicePath({ from, to }: Pick<Slice, 'from' | 'to'>, size: RingSize): string {
  if (to - from >= FULL_TURN - 1e-6) return fullRing(size)
  const { outerRadius, innerRadius } = size
  const isLarge = to - from > Math.PI ? 1 : 0
  return [
    `M${point(from, outerRadius)}`,
    `A${outerRadius} ${outerRadius} 0 ${isLarge} 1 ${point(to, outerRadius)}`,
    `L${point(to, innerRadius)}`,
    `A${innerRadius} ${innerRadius} 0 ${isLarge} 0 ${point(from, innerRadius)}`,
    'Z',
  ].join('')
}

function fullRing({ outerRadius, innerRadius }: RingSize): string {
  const circle = (radius: number, sweep: 0 | 1): string =>
    `M0 ${-radius}A${radius} ${radius} 0 1 ${sweep} 0 ${radius}A${radius} ${radius} 0 1 ${sweep} 0 ${-radius}Z`
  return circle(outerRadius, 1) + circle(innerRadius, 0)
}

function point(angle: number, radius: number): string {
  return `${round(Math.sin(angle) * radius)} ${round(-Math.cos(angle) * radius)}`
}

function round(value: number): number {
  // Adding zero turns -0 into 0, which would be written as "-0" by some engines and "0" by others.
  return Math.round(value * 1000) / 1000 + 0
}
