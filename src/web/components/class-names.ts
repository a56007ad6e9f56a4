/**
 * Joins class lists without resolving conflicts between utilities. A component marks what its callers may override with `soft:`
 * (styles.css): a caller's utility for the same property then wins.
 */
export { clsx as classNames } from 'clsx'
