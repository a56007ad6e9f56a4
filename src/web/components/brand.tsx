/** The mark: a lead on its line and the echoes below it. The name beside it is the product's. */
import { PRODUCT_NAME } from '#shared/constants.ts'
import { classNames } from './class-names.ts'

export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={classNames('size-7 shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="stroke-on-accent" strokeWidth="2.25" strokeLinecap="round" fill="none">
        <path d="M16 5v12M10.3 20.8a7 7 0 0 0 11.4 0M6.6 23.6a12 12 0 0 0 18.8 0" />
      </g>
      <circle cx="16" cy="17.5" r="2.75" className="fill-on-accent" />
    </svg>
  )
}

/** Mark and name, linking to the landing page. */
export function Brand({ className }: { className?: string | undefined }) {
  return (
    <a href="/" className={classNames('inline-flex items-center gap-2.5 rounded-control', className)}>
      <BrandMark />
      <span className="font-semibold text-[1.0625rem] tracking-tight">{PRODUCT_NAME}</span>
    </a>
  )
}
