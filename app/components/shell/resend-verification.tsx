import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'

/** Has the link that confirms the address sent once more. */
export function ResendVerification() {
  const { revalidate } = useRevalidator()
  const [isSending, setIsSending] = useState(false)
  async function send() {
    setIsSending(true)
    try {
      await api.auth.resendVerification.mutate()
      toast.success('The link is on its way. It works for 24 hours, and the one before it no longer does.')
      revalidate()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setIsSending(false)
    }
  }
  return (
    <Button variant="outline" size="sm" className="justify-self-start" pending={isSending} onClick={send}>
      Send the link again
    </Button>
  )
}
