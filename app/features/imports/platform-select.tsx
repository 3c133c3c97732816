import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { platformNameIn } from '#worker/rules/platform-names.ts'
import type { AnyPlatform, OwnPlatform } from '#worker/rules/platforms.ts'

export interface PlatformSelectProps {
  platforms: readonly AnyPlatform[]
  ownPlatforms: readonly OwnPlatform[]
  value: AnyPlatform
  onChange: (platform: AnyPlatform) => void
  hint?: string
}

export function PlatformSelect({ platforms, ownPlatforms, value, onChange, hint }: PlatformSelectProps) {
  return (
    <Field label="Platform" hint={hint}>
      {(control) => (
        <Select
          {...control}
          name="platform"
          value={value}
          onChange={(event) =>
            onChange(platforms.find((platform) => platform === event.target.value) ?? value)
          }
        >
          {platforms.map((platform) => (
            <option key={platform} value={platform}>
              {platformNameIn(ownPlatforms, platform)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
