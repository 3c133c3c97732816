import { Download } from 'lucide'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { useMay } from '#app/lib/viewer.ts'
import { ARCHIVE_ADDRESS } from '#worker/rules/archives.ts'

/** Downloads everything as one archive. No `download` attribute, because errors are shown as a page. */
export function ExportCard() {
  const mayTakeAll = useMay('organization.export')
  return (
    <TitledCard
      title="Download everything"
      description={
        mayTakeAll
          ? 'One zip archive with everything we store about this organization and you: businesses, reviews with their earlier versions, responses, templates, widgets and settings, as JSON for programs and CSV for spreadsheets. It also includes what is older than your plan’s history.'
          : 'One zip archive with everything we store about you: your account, your settings and your security log. Only owners and admins can download the organization’s data.'
      }
    >
      <Button asChild variant="outline">
        <a href={ARCHIVE_ADDRESS}>
          <Icon of={Download} />
          Download the archive
        </a>
      </Button>
    </TitledCard>
  )
}
