/** Loaded before a process's own code, and before that of its threads: the clock is set again and again, forward and backward. */
const HOUR_MS = 3_600_000
const offsetsMs = [0, 5 * HOUR_MS, -5 * HOUR_MS, 24 * HOUR_MS]
const READINGS_PER_OFFSET = 7

const trueNow = Date.now
let readings = 0
Date.now = () => trueNow() + (offsetsMs[Math.floor(readings++ / READINGS_PER_OFFSET) % offsetsMs.length] ?? 0)
