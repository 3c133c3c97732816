import type { ReactNode } from 'react'
import { TAG_COLORS, type TagColor } from '#worker/rules/fields.ts'

const NAMES: Record<TagColor, string> = {
  red: 'Red',
  orange: 'Orange',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  purple: 'Purple',
  grey: 'Gray',
}

export function ColorChoice({ value = TAG_COLORS[0] }: { value?: TagColor | undefined }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Color</legend>
      <div className="flex flex-wrap gap-x-4">
        {TAG_COLORS.map((color) => (
          <Choice key={color} type="radio" name="color" value={color} isChosen={value === color}>
            <span className="tag" data-color={color}>
              {NAMES[color]}
            </span>
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}

interface ChoiceProps {
  type: 'checkbox' | 'radio'
  name: string
  value: string
  isChosen: boolean
  children: ReactNode
}

export function Choice({ type, name, value, isChosen, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 min-w-11 items-center gap-2 text-sm dense:min-h-8">
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-primary"
      />
      {children}
    </label>
  )
}
