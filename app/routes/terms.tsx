import { TextPage, TextSection } from '#app/components/public/public-page.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'

export const handle: RouteHandle = { scripts: false }

export const meta = () => pageTitle('Terms', 'What you can expect from us, and what we expect from you.')

export default function Terms() {
  return (
    <TextPage title="Terms" intro="What you can expect from us, and what we expect from you.">
      <TextSection title="The service">
        We collect the reviews of the businesses you add, show them along with statistics based on them, keep
        the replies you write, and post them to Google where you have connected your profile. Platforms change
        and sometimes refuse, so we can’t promise that every review is here. Where something is missing, the
        screen says so.
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
        <p>
          The Free plan costs nothing. Its limits are on the <TextLink href="/pricing">pricing page</TextLink>
          . Moving to a smaller plan never deletes what you have: it hides what the plan doesn’t cover.
        </p>
      </TextSection>
      <TextSection title="Ending your account">
        You may stop at any time. We may close accounts that attack the service or other people, and will tell
        you by e-mail first where possible.
      </TextSection>
    </TextPage>
  )
}
