import { lazy, Suspense, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import type { ConfirmActionProps } from './confirm-action.client.tsx'

const ConfirmAction = lazy(() => import('./confirm-action.client.tsx'))

export interface ConfirmButtonProps extends Omit<ConfirmActionProps, 'onClose'> {
  trigger: ButtonProps
}

/** A button that asks for confirmation. The question's code is loaded when it is pressed. */
export function ConfirmButton({ trigger, ...question }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button {...trigger} onClick={() => setIsAsking(true)} />
      {isAsking && (
        <Suspense>
          <ConfirmAction {...question} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
