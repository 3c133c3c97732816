import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '#worker/rules/platforms.ts'

export interface PlatformSelectProps {
  platforms: readonly Platform[]
  value: Platform
  onChange: (platform: Platform) => void
  hint?: string
}

/** Selects the reviews' platform among those in the plan. */
export function PlatformSelect({ platforms, value, onChange, hint }: PlatformSelectProps) {
  return (
    <Field label="Platform" hint={hint}>
      {(control) => (
        <Select
          {...control}
          name="platform"
          value={value}
          onChange={(event) =>
            onChange(PLATFORMS.find((platform) => platform === event.target.value) ?? value)
          }
        >
          {platforms.map((platform) => (
            <option key={platform} value={platform}>
              {PLATFORM_NAMES[platform]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
