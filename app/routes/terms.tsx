import { TextPage, TextSection } from '#app/components/public/text-page.tsx'
import { pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'

export const handle: RouteHandle = { scripts: false }

export const meta = () => pageTitle('Terms', 'What you may expect from us, and we from you.')

export default function Terms() {
  return (
    <TextPage title="Terms" intro="What you may expect from us, and we from you.">
      <TextSection title="The service">
        We collect the public reviews of the businesses you add, show them with numbers drawn from them, and
        keep the replies you write. We do it with care, but platforms change and block: completeness can’t be
        promised, and the screen says so where something is missing.
      </TextSection>
      <TextSection title="Your part">
        Add businesses that you own or work for. Keep your password to yourself. Don’t use the service to
        harass the people who wrote a review, and follow the rules of the platforms they wrote on.
      </TextSection>
      <TextSection title="Reviews belong to their writers">
        We show reviews to you as the business they are about. Showing them elsewhere may need the permission
        of the platform or of the writer.
      </TextSection>
      <TextSection title="Plans">
        The Free plan costs nothing and has the limits shown on the pricing page. Moving to a smaller plan
        never deletes what you have: it hides what the plan doesn’t cover.
      </TextSection>
      <TextSection title="The end">
        You may stop at any time. We may close accounts that attack the service or other people, and say so by
        mail first where that is possible.
      </TextSection>
    </TextPage>
  )
}
