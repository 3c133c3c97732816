import { useEffect, useState } from 'react'
import { api } from '#app/lib/api.ts'
import { kindOf } from '#worker/rules/place-kinds.ts'
import { KindQuestion } from './kind-question.tsx'

/** Asks for a business's industry if it can't be inferred. Loaded after the screen, which works without the answer. */
export default function KindPrompt({ businessId }: { businessId: string }) {
  const [asked, setAsked] = useState<{ id: string; name: string } | null>(null)
  useEffect(() => {
    let isLeft = false
    api.businesses.get.query({ id: businessId }).then(
      (business) => {
        if (!isLeft) setAsked(kindOf(business) === undefined ? business : null)
      },
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [businessId])
  return asked && <KindQuestion id={asked.id} name={asked.name} />
}
