import { DownloadIcon } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { useMay } from '#app/lib/viewer.ts'
import { ARCHIVE_ADDRESS } from '#worker/rules/archives.ts'

/** Downloads everything as one archive; what goes wrong is a page of its own, hence no `download` on the link. */
export function ExportCard() {
  const mayTakeAll = useMay('organization.export')
  return (
    <TitledCard
      title="Download everything"
      description={
        mayTakeAll
          ? 'One zip archive with all that is stored of this organization and of you: businesses, reviews with their former versions, responses, templates and settings, as JSON for programs and as CSV for spreadsheets. Also what is older than your plan shows.'
          : 'One zip archive with all that is stored of you: your account, your settings and your security log. The data of the organization is for its owners and admins to download.'
      }
    >
      <Button asChild variant="outline">
        <a href={ARCHIVE_ADDRESS}>
          <DownloadIcon aria-hidden />
          Download the archive
        </a>
      </Button>
    </TitledCard>
  )
}
