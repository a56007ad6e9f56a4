import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class lists; of two utilities that set the same property the later one stays, so that callers can override. */
export function classNames(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}
