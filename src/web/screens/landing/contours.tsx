/** Decorative depth contours behind the title, drawn from a formula and hidden from screen readers. */
const WIDTH = 1200
const HEIGHT = 560
const LINES = 9
const STEPS = 160

/** One closed line around the deepest point; the same on every load. */
function contour(line: number): string {
  const radius = 90 + line * 78
  const points = Array.from({ length: STEPS }, (_, step) => {
    const angle = (step / STEPS) * 2 * Math.PI
    const swell =
      1 +
      0.13 * Math.sin(3 * angle + line * 0.35) +
      0.07 * Math.sin(5 * angle - line * 0.6) +
      0.03 * Math.cos(9 * angle + line)
    const x = WIDTH * 0.62 + Math.cos(angle) * radius * swell * 1.35
    const y = HEIGHT * 0.46 + Math.sin(angle) * radius * swell * 0.62
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

export function Contours() {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className="pointer-events-none absolute inset-x-0 top-0 -z-10 h-[40rem] w-full stroke-accent opacity-[0.16] [mask-image:linear-gradient(to_bottom,black_55%,transparent)] dark:opacity-[0.2]"
      fill="none"
      strokeLinejoin="round"
    >
      {Array.from({ length: LINES }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <path key={line} d={contour(line)} strokeWidth={line % 3 === 0 ? 1.6 : 0.8} />
      ))}
    </svg>
  )
}
