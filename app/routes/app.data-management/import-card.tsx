import { useRef, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useMay } from '#app/lib/viewer.ts'
import type { BusinessChoice } from '#worker/rules/businesses.ts'

const ArchiveImport = onDemand(() => import('./archive-import.client.tsx'))

export function FileImportCard({ businesses }: { businesses: readonly BusinessChoice[] }) {
  const mayImport = useMay('reviews.import')
  if (!mayImport) return null
  return (
    <TitledCard
      title="Import reviews"
      description="Reviews from a CSV or JSON file, such as an export of another service. Choose the business they are about."
    >
      {businesses.length === 0 ? (
        <LinkButton to="/app/businesses/new" variant="outline" className="justify-self-start">
          Add your business first
        </LinkButton>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {businesses.map(({ id, name }) => (
            <li key={id} className="max-w-full">
              <LinkButton
                to={`/app/businesses/${id}/import`}
                variant="outline"
                className="h-auto min-h-11 max-w-full py-2 whitespace-normal wrap-anywhere dense:min-h-9"
              >
                {name}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}

export function ImportCard() {
  const mayImport = useMay('organization.export')
  const [file, setFile] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isReady = useHydrated()
  if (!mayImport) return null
  return (
    <TitledCard
      title="Import an archive"
      description="Adds businesses to this organization, and their reviews with earlier versions, responses, notes and tags. Also adds templates, draft styles, answer targets, actions, competitors, widgets, review pages, the log of requests for reviews, your own platforms and your saved views. The limits of the plan apply, and nothing is stored twice."
    >
      {file ? (
        <ArchiveImport
          file={file}
          onLeave={() => setFile(null)}
          onFailure={() => setFile(null)}
          fallback={<p className="text-sm text-muted-foreground">Opening {file.name} …</p>}
        />
      ) : (
        <>
          <Button variant="outline" disabled={!isReady} onClick={() => input.current?.click()}>
            Choose an archive
          </Button>
          <input
            ref={input}
            type="file"
            accept=".zip,application/zip"
            aria-label="Archive"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </>
      )}
    </TitledCard>
  )
}
