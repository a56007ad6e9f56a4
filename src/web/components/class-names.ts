/**
 * Joins class lists. Nothing is taken out of them: what a component leaves to its callers it marks with `soft:` (styles.css), and a
 * caller's utility for the same property then wins.
 */
export { clsx as classNames } from 'clsx'
