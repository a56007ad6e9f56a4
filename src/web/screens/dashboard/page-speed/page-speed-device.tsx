/** The choice of device for which a page is measured. */

import { clsx } from 'clsx'
import { Monitor, Smartphone } from 'lucide-react'
import { type PageSpeedDevice, pageSpeedDevices } from '#shared/page-speed.ts'
import { deviceNames } from './page-speed-labels.ts'

interface DeviceSwitchProps {
  device: PageSpeedDevice
  onDevice: (device: PageSpeedDevice) => void
}

const icons = { mobile: Smartphone, desktop: Monitor }

export function DeviceSwitch({ device, onDevice }: DeviceSwitchProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every browser
    <div role="group" aria-label="Device" className="flex rounded-control border border-line bg-sunken p-0.5">
      {pageSpeedDevices.map(each => {
        const Icon = icons[each]
        return (
          <button
            key={each}
            type="button"
            aria-pressed={each === device}
            onClick={() => onDevice(each)}
            className={clsx(
              'inline-flex h-7 items-center gap-1.5 rounded-[0.375rem] px-2.5 text-[0.8125rem] transition-colors',
              each === device ? 'bg-accent-soft font-medium text-accent' : 'text-ink-muted hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4" />
            {deviceNames[each]}
          </button>
        )
      })}
    </div>
  )
}
