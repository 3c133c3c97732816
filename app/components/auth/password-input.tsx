import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { forwardRef, type InputHTMLAttributes, useState } from 'react'
import { Input } from '#app/components/ui/input.tsx'

/** A password field that can show what was typed. */
export const PasswordInput = forwardRef<
  HTMLInputElement,
  Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>
>(function PasswordInput(props, ref) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOffIcon : EyeIcon
  return (
    <div className="relative">
      <Input
        ref={ref}
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-11"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
      >
        <Icon className="size-4" aria-hidden />
      </button>
    </div>
  )
})
