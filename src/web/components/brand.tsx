/** The logo, a sounding lead with echoes below it, and the product's name. */

import { clsx } from 'clsx'
import { PRODUCT_NAME } from '#shared/constants.ts'

export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={clsx('shrink-0 soft:size-7', className)}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="stroke-on-accent" strokeWidth="2.25" strokeLinecap="round" fill="none">
        <path d="M16 5v12M10.3 20.8a7 7 0 0 0 11.4 0M6.6 23.6a12 12 0 0 0 18.8 0" />
      </g>
      <circle cx="16" cy="17.5" r="2.75" className="fill-on-accent" />
    </svg>
  )
}

interface BrandProps {
  /** On phones the logo stands alone; screen readers still read the name. */
  isShort?: boolean | undefined
  className?: string | undefined
}

/** Logo and name, linking to the landing page. */
export function Brand({ isShort = false, className }: BrandProps) {
  return (
    <a href="/" className={clsx('items-center gap-2.5 rounded-control soft:inline-flex', className)}>
      <BrandMark />
      <span className={clsx('font-semibold text-[1.0625rem] tracking-tight', isShort && 'max-sm:sr-only')}>
        {PRODUCT_NAME}
      </span>
    </a>
  )
}
