import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button, type ButtonProps } from './button.tsx'
import type { ConfirmActionProps } from './confirm-action.client.tsx'

const ConfirmAction = onDemand(() => import('./confirm-action.client.tsx'))

export interface ConfirmButtonProps extends Omit<ConfirmActionProps, 'onClose'> {
  trigger: ButtonProps
}

/** The dialog's code is loaded when the button is pressed. */
export function ConfirmButton({ trigger, ...question }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button {...trigger} onClick={() => setIsAsking(true)} />
      {isAsking && (
        <ConfirmAction
          {...question}
          onClose={() => setIsAsking(false)}
          onFailure={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
