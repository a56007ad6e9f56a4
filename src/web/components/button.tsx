/** The one button. With `href` it is a link that looks the same: navigation is a link, an action is a button. */
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line bg-surface text-ink shadow-card hover:bg-sunken',
  ghost: 'text-ink-muted hover:bg-sunken hover:text-ink',
  destructive: 'bg-error-solid text-white hover:brightness-110',
  link: 'text-accent underline-offset-4 hover:underline',
} as const

const sizes = {
  small: 'h-8 gap-1.5 px-2.5 text-[0.8125rem]',
  medium: 'h-10 gap-2 px-3.5 text-sm',
  large: 'h-12 gap-2 px-5 text-base',
  icon: 'size-10',
  'icon-small': 'size-8',
} as const

interface Look {
  variant?: keyof typeof variants | undefined
  size?: keyof typeof sizes | undefined
  /** Shows a spinner and refuses clicks; the words stay the caller's ("Scanning..."). */
  isBusy?: boolean | undefined
  children?: ReactNode
}
type ButtonForm = Look & { href?: undefined } & Omit<ComponentProps<'button'>, keyof Look>
type LinkForm = Look & { href: string } & Omit<ComponentProps<'a'>, keyof Look | 'href'>
export type ButtonProps = ButtonForm | LinkForm

const base =
  'inline-flex shrink-0 select-none items-center justify-center rounded-control font-medium whitespace-nowrap transition-colors disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0'

export function Button({ variant = 'secondary', size = 'medium', isBusy = false, className, ...rest }: ButtonProps) {
  const look = classNames(base, sizes[size], variants[variant], className)
  if (rest.href !== undefined) return <a className={look} {...rest} />
  const { children, disabled, type = 'button', ...props } = rest
  return (
    <button type={type} className={look} disabled={disabled || isBusy} aria-busy={isBusy || undefined} {...props}>
      {isBusy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  )
}
