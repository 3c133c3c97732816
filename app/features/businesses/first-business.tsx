import { type ReactNode, useId } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useMay } from '#app/lib/viewer.ts'
import { PasteDoor } from './paste-door.tsx'

export function FirstBusiness() {
  const mayAdd = useMay('businesses.create')
  if (!mayAdd) return <p className="max-w-prose text-muted-foreground">Nobody has added a business yet.</p>
  return (
    <>
      <p className="mb-5 max-w-prose text-muted-foreground">
        Bring in your reviews in one of these ways. The first ones appear within moments.
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <Door
          title="Paste a link"
          text="Open your business on Google Maps or Yelp, choose Share and copy the link."
        >
          <PasteDoor />
        </Door>
        <Door
          title="Connect Google"
          text="Get your Google reviews, new and old, and have your replies posted to Google."
        >
          {/* Leaves this site, so not a router link. */}
          <Button asChild variant="outline" className="w-full">
            <a href="/connections/google?business=new">Connect Google Business Profile</a>
          </Button>
        </Door>
        <Door
          title="Look around"
          text="See every screen with sample reviews. They’re clearly marked, and you can remove them with one click."
        >
          <SampleButton />
        </Door>
      </div>
    </>
  )
}

interface DoorProps {
  title: string
  text: string
  children: ReactNode
}

function Door({ title, text, children }: DoorProps) {
  const titleId = useId()
  return (
    <Card role="region" aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3 p-5 lg:h-full">
      <h2 id={titleId} className="text-lg font-semibold tracking-tight">
        {title}
      </h2>
      <p className="text-sm text-muted-foreground lg:flex-1">{text}</p>
      {children}
    </Card>
  )
}

function SampleButton() {
  const { busy, act } = useAction()
  return (
    <Button
      variant="outline"
      className="w-full"
      pending={busy !== null}
      onClick={() =>
        act(
          'add',
          async () => void (await mutate(api.businesses.addSample.mutate(), 'business-updated')),
          'No sample reviews were added',
        )
      }
    >
      Show sample reviews
    </Button>
  )
}
