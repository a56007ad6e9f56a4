/** A button; with `href` a link of the same look. Use a link for navigation, a button for an action. */

import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line bg-surface text-ink shadow-card hover:bg-sunken',
  ghost: 'text-ink-muted hover:bg-sunken hover:text-ink',
  destructive: 'bg-error-solid text-white hover:brightness-110',
  link: 'text-accent underline-offset-4 hover:underline',
} as const

const sizes = {
  small: 'soft:h-8 soft:gap-1.5 soft:px-2.5 soft:text-[0.8125rem]',
  medium: 'soft:h-10 soft:gap-2 soft:px-3.5 soft:text-sm',
  large: 'soft:h-12 soft:gap-2 soft:px-5 soft:text-base',
  icon: 'soft:size-10',
  'icon-small': 'soft:size-8',
} as const

interface Look {
  variant?: keyof typeof variants | undefined
  size?: keyof typeof sizes | undefined
  /** Shows a spinner and disables the button; the caller changes the label ("Scanning..."). */
  isBusy?: boolean | undefined
  children?: ReactNode
}
type ButtonForm = Look & { href?: undefined } & Omit<ComponentProps<'button'>, keyof Look>
type LinkForm = Look & { href: string } & Omit<ComponentProps<'a'>, keyof Look | 'href'>
export type ButtonProps = ButtonForm | LinkForm

const base =
  'select-none items-center rounded-control transition-colors soft:inline-flex soft:shrink-0 soft:justify-center soft:font-medium soft:whitespace-nowrap disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0'

export function Button({ variant = 'secondary', size = 'medium', isBusy = false, className, ...rest }: ButtonProps) {
  const look = clsx(base, sizes[size], variants[variant], className)
  if (rest.href !== undefined) return <a className={look} {...rest} />
  const { children, disabled, type = 'button', ...props } = rest
  return (
    <button type={type} className={look} disabled={disabled || isBusy} aria-busy={isBusy || undefined} {...props}>
      {isBusy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  )
}
