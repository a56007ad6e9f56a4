/** Tabs with arrow keys (Radix). The strip scrolls inside itself at phone width; the chosen tab belongs in the address bar. */
import { Tabs as Parts } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export const Tabs = Parts.Root

export function TabList({ className, ...props }: ComponentProps<typeof Parts.List>) {
  return (
    <Parts.List
      className={classNames('flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]', className)}
      {...props}
    />
  )
}

export function Tab({ className, ...props }: ComponentProps<typeof Parts.Trigger>) {
  return (
    <Parts.Trigger
      className={classNames(
        '-outline-offset-2 relative h-10 shrink-0 rounded-t px-3 font-medium text-ink-muted text-sm whitespace-nowrap transition-colors hover:text-ink data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-full data-[state=active]:after:bg-accent',
        className,
      )}
      {...props}
    />
  )
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Parts.Content>) {
  return <Parts.Content className={classNames('soft:pt-4', className)} {...props} />
}
