import { Check, Copy } from 'lucide'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { toast } from '#app/components/ui/toast-store.ts'

interface CopyButtonProps {
  text: string
  label: string
  autoFocus?: boolean
  onCopied?: () => void
}

export function CopyButton({ text, label, autoFocus, onCopied }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      onCopied?.()
    } catch {
      toast.error('Your browser did not let us copy. Select the text and copy it yourself.')
    }
  }

  const icon = isCopied ? Check : Copy
  return (
    <Button variant="outline" autoFocus={autoFocus} onClick={copy}>
      <Icon of={icon} />
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  )
}
