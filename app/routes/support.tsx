import { TextPage, TextSection } from '#app/components/public/public-page.tsx'
import { SupportLink, useSupportEmail } from '#app/components/text-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'

export const handle: RouteHandle = { scripts: false }

export const meta = () => pageTitle('Support', 'How to get help, and answers to common questions.')

export default function Support() {
  const email = useSupportEmail()
  return (
    <TextPage
      title="Support"
      intro={
        email
          ? 'A person reads what you write. Tell us what you did and what happened.'
          : 'Answers to common questions. For anything else, ask the person who runs this server.'
      }
    >
      {email && (
        <>
          <p className="mt-6">
            <Button asChild size="lg">
              <a href={`mailto:${email}`}>Write to us</a>
            </Button>
          </p>
          <p className="mt-3 text-sm text-muted-foreground">
            The address is <SupportLink email={email} />.
          </p>
        </>
      )}
      <TextSection title="Which address do I paste?">
        Find your business on Google Maps, Yelp or TripAdvisor, open its own page and copy the link. A list of
        search results won’t do: it isn’t the page of your business.
      </TextSection>
      <TextSection title="Why don’t I see all my reviews?">
        A plan fetches a number of pages at a time, newest first, and then works its way back with each
        collection. The Businesses screen says how far it has come. Reviews older than your plan’s history are
        kept, but not shown.
      </TextSection>
      <TextSection title="Collecting failed. What now?">
        The Businesses screen names the reason. Most resolve on their own: a platform asked us to slow down,
        or didn’t answer. If the address is wrong, edit the business and paste it again.
      </TextSection>
      <TextSection title="Does my reply appear on Google or Yelp?">
        On Google it does, once your Google Business Profile is connected: the screen shows when it is live.
        On the other platforms, copy your reply and paste it on the platform’s own page.
      </TextSection>
    </TextPage>
  )
}
